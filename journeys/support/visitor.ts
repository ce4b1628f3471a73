import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { workerShop } from "./workerShop.ts";

/** The viewport sizes of the two devices. */
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

const { origin } = workerShop();
const cleanups: (() => Promise<void>)[] = [];
let pages: Page[] = [];
let browserErrors: string[] = [];

declare global {
  /** One browser for all tests of a worker; each visitor has a context of their own. */
  var browser: Browser | undefined;
}

/** A headless browser, and a full one; docs/decisions/043 lists what only a full one does. */
const headlessBrowser = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
export const wholeBrowser = process.env.WHOLE_CHROMIUM_PATH ?? headlessBrowser;

const openBrowser = async (): Promise<Browser> => {
  globalThis.browser = globalThis.browser?.isConnected() ? globalThis.browser : await launch(headlessBrowser);
  return globalThis.browser;
};

/** A camera that shows a video, without asking whether the page may use it. */
const cameraArgs = (film: string): readonly string[] => [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-video-capture=${film}`,
];

const launch = (executablePath: string, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      ...more,
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });

export type VisitorOptions = Pick<
  BrowserContextOptions,
  | "baseURL"
  | "viewport"
  | "hasTouch"
  | "javaScriptEnabled"
  | "colorScheme"
  | "reducedMotion"
  | "forcedColors"
  | "timezoneId"
> & {
  /** Expects a 4xx response, which the browser would otherwise report as an error on its console. */
  readonly expectedRefusals?: RegExp;
  /** Expects an error that the test causes on purpose. */
  readonly expectedErrors?: RegExp;
  /** Opens a full browser for this visitor instead of the headless one. */
  readonly needsWholeBrowser?: boolean;
  /** A video (Y4M) that the camera shows, in a full browser for this visitor. */
  readonly cameraFilm?: string;
};

/** AVIF is left out: each server would render every picture in it, at some ten times the cost of WebP. */
const accept = "text/html,application/json,image/webp,*/*;q=0.8";

/** A visitor with a new browser context; every error in it fails the test. */
export const newVisitor = async ({
  expectedRefusals,
  expectedErrors,
  cameraFilm,
  needsWholeBrowser = cameraFilm !== undefined,
  ...options
}: VisitorOptions = {}): Promise<Page> => {
  const browser = needsWholeBrowser
    ? await launch(wholeBrowser, cameraFilm === undefined ? [] : cameraArgs(cameraFilm))
    : await openBrowser();
  const context = await browser.newContext({
    baseURL: origin,
    viewport: desktop,
    reducedMotion: "reduce",
    locale: "en-US",
    extraHTTPHeaders: { accept },
    ...options,
  });
  context.setDefaultTimeout(30_000);
  cleanups.push(() => (needsWholeBrowser ? browser.close() : context.close()));
  context.on("page", (page) => collectErrors(page, expectedRefusals, expectedErrors));
  return context.newPage();
};

/** Opens another tab of the same visitor. */
export const newTab = (page: Page): Promise<Page> => page.context().newPage();

const collectErrors = (page: Page, expectedRefusals: RegExp | undefined, expectedErrors: RegExp | undefined): void => {
  pages.push(page);
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    // The browser's own message about a 4xx response; the response is checked below.
    if (message.text().startsWith("Failed to load resource") || expectedErrors?.test(message.text())) return;
    browserErrors.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => {
    if (!expectedErrors?.test(error.message)) browserErrors.push(`unhandled: ${error.stack ?? error.message}`);
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500) browserErrors.push(`${answer.status()}: ${answer.url()}`);
    if (answer.status() >= 400 && answer.status() < 500 && !expectedRefusals?.test(answer.url()))
      browserErrors.push(`${answer.status()}: ${answer.request().method()} ${answer.url()}`);
  });
};

/** What the visitors saw when the test failed. */
const pageSnapshots = (): Promise<string[]> =>
  Promise.all(
    pages.splice(0).map(async (page) => {
      const shown = await page
        .locator("body")
        .ariaSnapshot({ timeout: 2_000 })
        .catch((error: unknown) => String(error));
      return `${page.url()}\n${shown}`;
    }),
  );

afterEach(async ({ task }) => {
  const logged = browserErrors;
  browserErrors = [];
  const shown = task.result?.state === "fail" ? await pageSnapshots() : undefined;
  pages = [];
  for (const go of cleanups.splice(0)) await go();
  if (shown) throw new Error(`The journey ended here:\n${[...logged, ...shown].join("\n")}`);
  expect(logged, "what the browser complained about").toEqual([]);
});

/** Changes parts of the server's replies to calls. A call that is cut off when its page closes is left alone. */
export const changeReplies = (page: Page, calls: RegExp, change: object): Promise<unknown> =>
  page.route(calls, async (route) => {
    const reply = await route.fetch().catch(() => undefined);
    const said: unknown = await reply?.json().catch(() => undefined);
    if (!reply || typeof said !== "object") return route.abort().catch(() => undefined);
    return route.fulfill({ response: reply, json: { ...said, ...change } }).catch(() => undefined);
  });
