package dev.tilescope.internal.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.tilescope.internal.serve.Client;
import java.nio.file.Path;
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

  /** Does what makes the page ask for a report that has not been read, and be told so. */
  Visit beforeItIsRead(Runnable act) {
    page.waitForResponse(answer -> answer.status() == 202, act);
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

  /**
   * Presses every button, ticks every box and takes every choice of a view, each kind once, and
   * returns to the view where that led away, or hid what is still to be pressed. Gives what was
   * pressed, and after what a message of failure stood there.
   */
  private static final String PRESS_EVERYTHING =
      """
      async (start) => {
        const most = 300;
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        const rest = async () => {
          for (let calm = 0; calm < 3;) {
            await frame();
            calm = window.asking || document.querySelector('main .loading') ? 0 : calm + 1;
          }
        };
        const word = (e) => (e.ariaLabel || e.innerText || e.title || '').replace(/[\\d,.]+/g, '#').trim();
        const pressed = new Set();
        const failures = [];
        const next = () => {
          for (const e of document.querySelectorAll('main button, main summary, main a[href="#"], main input[type=checkbox]')) {
            const name = `${e.tagName} ${e.type === 'checkbox' ? e.parentElement.innerText : word(e)}`;
            if (e.disabled || !e.checkVisibility() || pressed.has(name)) continue;
            pressed.add(name);
            // What is folded stays open, for what is in it.
            return [name, () => { e.click(); if (e.tagName === 'SUMMARY' && !e.parentElement.open) e.click(); }];
          }
          for (const e of document.querySelectorAll('main select')) {
            for (const o of e.options) {
              const name = `SELECT ${word(e)} ${o.value}`;
              if (o.disabled || pressed.has(name) || [...pressed].filter((p) => p.startsWith(`SELECT ${word(e)} `)).length > 5) continue;
              pressed.add(name);
              return [name, () => { e.value = o.value; e.dispatchEvent(new Event('change', { bubbles: true })); }];
            }
          }
          return null;
        };
        const again = async () => { location.hash = start; await frame(); await rest(); };
        await rest();
        for (let atStart = true; ;) {
          const what = next();
          if (!what && atStart) break;
          atStart = !what;
          if (!what) { await again(); continue; }
          if (pressed.size > most) { failures.push(`more than ${most} buttons`); break; }
          what[1]();
          await rest();
          const failure = document.querySelector('main .problem');
          if (failure) failures.push(`${what[0]}: ${failure.innerText}`);
          if (failure || location.hash.split('?')[0] !== start.split('?')[0]) await again();
        }
        return [[...pressed], failures];
      }\
      """;

  /** Presses whatever can be pressed in a view, which must succeed. Gives what was pressed. */
  List<String> pressEverything(String view) {
    open(view);
    @SuppressWarnings("unchecked")
    var result = (List<List<String>>) page.evaluate(PRESS_EVERYTHING, "#/" + view);
    assertThat(result.getLast()).as("failures in " + view).isEmpty();
    hasGoneWell();
    return result.getFirst();
  }

  Page page() {
    return page;
  }

  /** Opens a view and waits until it shows something. */
  Visit open(String view) {
    page.navigate(url + "#/" + view);
    return settled();
  }

  Visit reload() {
    page.reload();
    return settled();
  }

  /** What the first button of this name saves: SVG, PNG or CSV. */
  Path save(String button, Path folder) {
    Locator first =
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
            .first();
    Download download = page.waitForDownload(first::click);
    Path target = folder.resolve(download.suggestedFilename());
    download.saveAs(target);
    return target;
  }

  /** The words of each element. */
  List<String> words(String selector) {
    return page.locator(selector).allInnerTexts();
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

  /** Waits until the address holds this. */
  Visit waitForHash(String part) {
    page.waitForFunction("part => location.hash.includes(part)", part);
    return this;
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
