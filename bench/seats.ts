import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { chromium, type Page } from "playwright-core";
import { build } from "vite";
import { median, type Goal, type ResultRow } from "./resultTable.ts";
import type { SelectorVariant } from "./seats/page.ts";

const seatCounts = [1000, 5000, 20_000];
const rounds = 3;
const cpuSlowdown = 4;
const viewport = { width: 1280, height: 800 };
const browserArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

type SeatTimings = { readonly open: number; readonly mark: number; readonly panning: number; readonly zooming: number };

/**
 * The product's seat selector on a CPU slowed by a factor of four, compared with one SVG element per seat in a single
 * React tree. The data is already in the browser, so the network is not measured.
 */
export const benchSeats = async (): Promise<ResultRow[]> => {
  const page = await openPage();
  try {
    const rows: ResultRow[] = [];
    for (const count of seatCounts) {
      const timings: Record<SelectorVariant, SeatTimings[]> = { ours: [], plain: [] };
      for (let round = 0; round < rounds; round++)
        for (const variant of ["ours", "plain"] as const)
          timings[variant].push(await measureSeats(page.page, variant, count));
      rows.push(...resultRows(count, timings));
    }
    return rows;
  } finally {
    await page.close();
  }
};

const measureSeats = async (page: Page, variant: SelectorVariant, count: number): Promise<SeatTimings> => {
  const open = await page.evaluate(([which, seats]) => window.openHall(which, seats), [variant, count] as const);
  await page.waitForTimeout(600);
  const { x, y } = await page.evaluate((seats) => window.seatToPress(seats), count);
  await page.mouse.click(x, y);
  await page.waitForFunction(() => window.marked() !== undefined);
  const mark = (await page.evaluate(() => window.marked())) ?? NaN;

  // The same gestures for both, but fewer for the slow one.
  const steps = variant === "ours" ? 60 : 12;
  const middle = { x: 440, y: 360 };
  const zooming = await frameLength95(page, async () => {
    await page.mouse.move(middle.x, middle.y);
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, step < steps / 2 ? -1600 / steps : 800 / steps);
  });
  const panning = await frameLength95(page, async () => {
    await page.mouse.down();
    for (let step = 0; step < steps; step++)
      await page.mouse.move(middle.x + Math.sin(step / 8) * 200, middle.y + Math.cos(step / 8) * 120);
    await page.mouse.up();
  });
  return { open, mark, panning, zooming };
};

/** The 95th percentile of frame lengths. */
const frameLength95 = async (page: Page, gesture: () => Promise<void>): Promise<number> => {
  await page.evaluate(() => window.frameLengths());
  await gesture();
  const lengths = await page.evaluate(() => window.frameLengths());
  await page.waitForTimeout(500);
  return lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length * 0.95)] ?? NaN;
};

const resultRows = (count: number, { ours, plain }: Record<SelectorVariant, SeatTimings[]>): ResultRow[] => {
  const row = (
    figure: string,
    unit: ResultRow["unit"],
    scale: number,
    of: keyof SeatTimings,
    bound?: number,
  ): ResultRow => {
    const goal: Goal | undefined =
      bound === undefined ? undefined : { measures: "value", comparison: "at most", bound };
    const all = (timings: readonly SeatTimings[]) => median(timings.map((one) => one[of])) / scale;
    return {
      figure: `${count.toLocaleString("en")} seats: ${figure}`,
      unit,
      value: all(ours),
      referenceName: "one SVG element a seat",
      reference: all(plain),
      ratio: median(ours.map((one, round) => one[of] / (plain[round]?.[of] ?? NaN))),
      ...(goal && { goal }),
    };
  };
  return [
    row("open", "s", 1000, "open", count === 5000 ? 0.35 : count === 20_000 ? 0.7 : undefined),
    row("a chosen seat is marked", "ms", 1, "mark", 60),
    row("frames while panning, p95", "ms", 1, "panning", 17),
    row("frames while zooming, p95", "ms", 1, "zooming", 34),
  ];
};

const openPage = async (): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-seats-"));
  const { script, style } = await bundlePage(folder);
  const app = Fastify();
  const html = `<!doctype html><html lang="en" data-tier="newer" data-mode="light"><style>${style}
    #hall { display: grid; height: 720px; } .plain { display: block; width: 100%; height: 720px; touch-action: none; }</style>
    <div id="hall"></div><script type="module" src="/seats.js"></script>`;
  app.get("/", async (_, reply) => reply.type("text/html").send(html));
  app.get("/seats.js", async (_, reply) => reply.type("text/javascript").send(script));
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: browserArgs,
  });
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => "openHall" in window);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  return {
    page,
    close: async () => {
      await browser.close();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Bundles the page in the same way as the storefront. */
const bundlePage = async (folder: string): Promise<{ script: string; style: string }> => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: "error",
    cacheDir: folder,
    build: {
      write: false,
      target: "baseline-widely-available",
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: { input: join(import.meta.dirname, "seats/page.ts"), output: { codeSplitting: false } },
    },
  });
  process.env.NODE_ENV = before;
  const output = "output" in built ? built.output : [];
  const script = output.find((file) => file.type === "chunk");
  const style = output.find((file) => file.fileName.endsWith(".css"));
  if (script?.type !== "chunk" || style?.type !== "asset") throw new Error("The page was not bundled.");
  return { script: script.code, style: String(style.source) };
};
