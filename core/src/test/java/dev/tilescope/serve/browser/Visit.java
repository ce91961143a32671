package dev.tilescope.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.tilescope.serve.Client;
import java.util.ArrayList;
import java.util.List;

/** A tab of the browser at a server's page, which notes everything that goes wrong in it. */
final class Visit implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final BrowserContext context;
  private final Page page;
  private final String url;
  private final List<String> problems = new ArrayList<>();

  Visit(Client client) {
    context =
        Chromium.require().newContext(new Browser.NewContextOptions().setViewportSize(1280, 720));
    page = context.newPage();
    page.setDefaultTimeout(PATIENCE_MILLIS);
    url = client.server().url();
    page.onConsoleMessage(message -> {
      if (!message.type().equals("log") && !message.type().equals("info")) {
        problems.add(message.type() + ": " + message.text());
      }
    });
    page.onPageError(problems::add);
    page.onRequest(request -> {
      if (!request.url().startsWith(url)
          && !request.url().startsWith("blob:")
          && !request.url().startsWith("data:")) {
        problems.add("asked for " + request.url());
      }
    });
    page.onResponse(response -> {
      if (response.status() >= 400) {
        problems.add(response.status() + " " + response.url());
      }
    });
  }

  Page page() {
    return page;
  }

  /** Opens a view and waits until it shows something. */
  Visit open(String view) {
    page.navigate(url + "#/" + view);
    return settled();
  }

  Visit settled() {
    page.waitForFunction(
        "() => document.querySelector('main')?.children.length > 0"
            + " && !document.querySelector('main .loading')");
    return this;
  }

  Locator find(String selector) {
    return page.locator(selector);
  }

  Visit waitFor(String selector) {
    page.locator(selector)
        .first()
        .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.VISIBLE));
    return this;
  }

  Visit press(String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
    return this;
  }

  String hash() {
    return (String) page.evaluate("location.hash");
  }

  void hasGoneWell() {
    assertThat(problems).as("errors in the page").isEmpty();
    assertThat(page.locator(".problem").count()).as("messages of failure").isZero();
  }

  /** What a hostile text would have set, had it been run. */
  void nothingWasInjected() {
    assertThat(page.evaluate("window.hacked === undefined")).isEqualTo(true);
    assertThat(page.locator("img[src=x], main script, b#injected").count()).isZero();
  }

  @Override
  public void close() {
    context.close();
  }
}
