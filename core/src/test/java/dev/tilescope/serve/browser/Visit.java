package dev.tilescope.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.tilescope.serve.Client;
import java.util.ArrayList;
import java.util.List;

/** A tab of the browser at a server's page, which notes everything that goes wrong in it. */
final class Visit implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  /** How many answers the page waits for, at {@code window.asking}. */
  private static final String COUNT_QUESTIONS =
      """
      window.asking = 0;
      const fetched = window.fetch;
      window.fetch = async (...all) => {
        window.asking++;
        try {
          const response = await fetched(...all);
          await response.clone().arrayBuffer();
          return response;
        } finally { window.asking--; }
      };
      """;

  private final BrowserContext context;
  private final Page page;
  private final String url;
  private final List<String> problems = new ArrayList<>();

  Visit(Client client) {
    context =
        Chromium.require().newContext(new Browser.NewContextOptions().setViewportSize(1280, 720));
    page = context.newPage();
    page.setDefaultTimeout(PATIENCE_MILLIS);
    page.addInitScript(COUNT_QUESTIONS);
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

  /** Opens a view in a page that knows nothing of what was there before. */
  Visit openAnew(String view) {
    page.navigate("about:blank");
    return open(view);
  }

  /** Chooses a report in the list at the top. */
  Visit choose(int report) {
    page.locator("header select.report").selectOption(Integer.toString(report));
    return this;
  }

  /** What is shown, in words and colours, once it has come to rest. */
  String picture() {
    page.evaluate(PICTURE);
    return (String) page.waitForFunction("() => window.atRest()").jsonValue();
  }

  /** Waits until this is shown. */
  Visit waitForPicture(String expected) {
    page.evaluate(PICTURE);
    try {
      page.waitForFunction("wanted => window.atRest() === wanted", expected);
    } catch (TimeoutError e) {
      assertThat(picture()).as("what is shown at " + hash()).isEqualTo(expected);
    }
    return this;
  }

  /**
   * A picture is at rest when nothing is asked for and it stayed the same for some frames. The time
   * that a question in SQL took is no part of it.
   */
  private static final String PICTURE =
      """
      () => {
        const copy = document.createElement('canvas');
        const copied = copy.getContext('2d', { willReadFrequently: true });
        const hash = (c) => {
          copy.width = Math.ceil(c.width / 2);
          copy.height = Math.ceil(c.height / 2);
          copied.drawImage(c, 0, 0, copy.width, copy.height);
          const d = copied.getImageData(0, 0, copy.width, copy.height).data;
          let h = 0;
          for (let i = 0; i < d.length; i += 4) h = (Math.imul(h, 31) + (d[i] << 16 | d[i + 1] << 8 | d[i + 2])) | 0;
          return `${c.width}x${c.height}:${h}`;
        };
        const shown = () => {
          const main = document.querySelector('main');
          const words = main.innerText.replace(/[0-9.]+ [µmn]?s$/, '');
          const fields = [...main.querySelectorAll('input, select, textarea')].map((f) => (f.type === 'checkbox' ? f.checked : f.value));
          return JSON.stringify([words, fields, [...main.querySelectorAll('canvas')].map((c) => (c.width * c.height ? hash(c) : ''))]);
        };
        let last = '';
        let frames = 0;
        window.atRest = () => {
          const now = shown();
          frames = now === last && !window.asking && !document.querySelector('main .loading, main progress') ? frames + 1 : 0;
          last = now;
          return frames >= 5 ? now : null;
        };
      }\
      """;

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
