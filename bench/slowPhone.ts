import { chromium, type Browser } from "playwright-core";

/** The measurements of a visit; times in milliseconds since navigation. */
export type Visit = {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly shift: number;
  readonly blocked: number;
  /** Compressed, as transferred. */
  readonly scriptBytes: number;
  readonly allBytes: number;
  /** When a click at the first paint took effect. */
  readonly answered: number | undefined;
};

/** Selectors: what to click, and what shows its effect. */
export type Press = { readonly press: string; readonly effect: string };

type PageTimings = {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  tasks: { at: number; took: number }[];
  answered?: number;
};
declare global {
  interface Window {
    taken: PageTimings;
  }
}

/** A mid-range phone on a slow network: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, a quarter of the CPU. */
export const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
export const cpuSlowdown = 4;
const viewport = { width: 390, height: 844 };
const browserArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export class SlowPhone {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async open(): Promise<SlowPhone> {
    return new SlowPhone(
      await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: browserArgs }),
    );
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** Opens a page with an empty cache. `eager` disables throttling, to warm up the server. */
  async visit(
    url: string,
    { press, eager = false }: { readonly press?: Press; readonly eager?: boolean } = {},
  ): Promise<Visit> {
    const context = await this.#browser.newContext({
      viewport,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    try {
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send("Network.enable");
      if (!eager) {
        await devtools.send("Network.emulateNetworkConditions", slowNetwork);
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
      }
      const transferred = { script: 0, all: 0 };
      const scripts = new Set<string>();
      devtools.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
      devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        transferred.all += encodedDataLength;
        if (scripts.has(requestId)) transferred.script += encodedDataLength;
      });
      await page.addInitScript(observePage, press);
      const answer = await page.goto(url, { waitUntil: "load" });
      if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}.`);
      await page.waitForLoadState("networkidle");
      if (press) await page.waitForFunction(() => window.taken.answered !== undefined, undefined, { timeout: 30_000 });
      // Work may start late, so the measurements are read after another second.
      await page.waitForTimeout(1000);
      const taken = await page.evaluate(() => window.taken);
      const blocked = taken.tasks
        .filter(({ at }) => at >= taken.firstPaint)
        .reduce((sum, { took }) => sum + Math.max(0, took - 50), 0);
      return {
        ...taken,
        answered: taken.answered,
        blocked,
        scriptBytes: transferred.script,
        allBytes: transferred.all,
      };
    } finally {
      await context.close();
    }
  }
}

/** Runs in the page before its own scripts. */
const observePage = (wanted: Press | undefined): void => {
  const taken: PageTimings = { firstPaint: NaN, largestPaint: NaN, shift: 0, tasks: [] };
  window.taken = taken;
  const observe = (type: string, each: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });

  const pressAndWait = ({ press, effect }: Press): void => {
    const button = document.querySelector<HTMLElement>(press);
    if (!button) return void requestAnimationFrame(() => pressAndWait({ press, effect }));
    const hasEffect = (): boolean => {
      if (taken.answered === undefined && document.querySelector(effect)) taken.answered = performance.now();
      return taken.answered !== undefined;
    };
    const changes = new MutationObserver(() => hasEffect() && changes.disconnect());
    changes.observe(document, { subtree: true, childList: true, attributes: true });
    button.click();
    hasEffect();
  };
  observe("paint", ({ name, startTime }) => {
    if (name !== "first-contentful-paint") return;
    taken.firstPaint = startTime;
    if (wanted) pressAndWait(wanted);
  });
  observe("largest-contentful-paint", ({ startTime }) => (taken.largestPaint = startTime));
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) taken.shift += value;
  });
  observe("longtask", ({ startTime, duration }) => taken.tasks.push({ at: startTime, took: duration }));
};
