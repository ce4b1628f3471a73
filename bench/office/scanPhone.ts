import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { chromium, type BrowserContext } from "playwright-core";
import qrcode from "qrcode";
import { openBenchServer, type BenchServer } from "../benchServer.ts";
import type { ResultRow } from "../resultTable.ts";
import { cpuSlowdown, slowNetwork } from "../slowPhone.ts";
import { percentilesOf } from "./atRate.ts";
import { seedGate, type Gate } from "./gate.ts";
import { pairDevice } from "./staff.ts";

const codesOfFilm = 24;
const width = 1280;
const height = 720;
const framesPerSecond = 5;
/** Longer than a welcome stays on the screen. */
const emptyFrames = 3.2 * framesPerSecond;
const codeFrames = 0.8 * framesPerSecond;
const light = 235;
const dark = 16;
/** A dark square in the corner of each frame with a code, by which the page detects it. */
const markSide = 40;

type Timings = { seen: number; took: number[] };
declare global {
  interface Window {
    scanTimings: Timings;
  }
}

const header = Buffer.from("FRAME\n");
const colours = Buffer.alloc((width * height) / 2, 128);
const emptyFrame = Buffer.concat([header, Buffer.alloc(width * height, light), colours]);

const frameOf = (code: string): Buffer => {
  const { size, data } = qrcode.create(code, { errorCorrectionLevel: "M" }).modules;
  const scale = Math.floor((height * 0.6) / size);
  const left = Math.floor((width - size * scale) / 2);
  const top = Math.floor((height - size * scale) / 2);
  const picture = Buffer.alloc(width * height, light);
  for (let y = 0; y < size * scale; y++)
    for (let x = 0; x < size * scale; x++)
      if (data[Math.floor(y / scale) * size + Math.floor(x / scale)]) picture[(top + y) * width + left + x] = dark;
  for (let y = 0; y < markSide; y++) picture.fill(dark, y * width, y * width + markSide);
  return Buffer.concat([header, picture, colours]);
};

/** A video (Y4M) in which each code is held before the camera for a moment. */
const writeFilm = async (file: string, codes: readonly string[]): Promise<void> => {
  const film = createWriteStream(file);
  film.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420mpeg2\n`);
  for (const code of codes) {
    const frames = [...Array<Buffer>(emptyFrames).fill(emptyFrame), ...Array<Buffer>(codeFrames).fill(frameOf(code))];
    for (const frame of frames) if (!film.write(frame)) await once(film, "drain");
  }
  film.end();
  await once(film, "close");
};

/** Runs in the page before its own scripts. Measures the time from the first frame with a code to the painted answer. */
const observeScans = (side: number): void => {
  const timings: Timings = { seen: Number.NaN, took: [] };
  window.scanTimings = timings;
  const brightness = new Uint8Array(64);
  let wasMarked = false;
  const noteMark = (now: number, isMarked: boolean): void => {
    if (isMarked && !wasMarked) timings.seen = now;
    wasMarked = isMarked;
  };
  const watched = new WeakSet<HTMLVideoElement>();
  const watch = (video: HTMLVideoElement): void => {
    watched.add(video);
    const onFrame = (now: number): void => {
      video.requestVideoFrameCallback(onFrame);
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      // Reads only a few brightness values: drawing the picture would block the measured thread for 25 ms.
      const frame = new VideoFrame(video);
      const middle = { x: side / 2, y: side / 2, width: 2, height: 2 };
      void frame
        .copyTo(brightness, { rect: middle })
        .then(() => noteMark(now, (brightness[0] ?? 255) < 100))
        .finally(() => frame.close());
    };
    video.requestVideoFrameCallback(onFrame);
  };
  new MutationObserver(() => {
    for (const video of document.querySelectorAll("video")) if (!watched.has(video)) watch(video);
    if (Number.isNaN(timings.seen) || !document.querySelector('[role="alertdialog"]')) return;
    const { seen } = timings;
    timings.seen = Number.NaN;
    requestAnimationFrame(() => setTimeout(() => timings.took.push(performance.now() - seen)));
  }).observe(document, { subtree: true, childList: true });
};

type Run = { readonly isOnline: boolean; readonly slowdown: number };

const openGatePage = async (context: BrowserContext, server: BenchServer, { seller }: Gate, run: Run) => {
  const page = await context.newPage();
  const address = `${server.url}/_office/scan/?seller=${seller.slug}`;
  // Opening the page for the first time stores its files and the list on the device.
  await page.goto(address);
  await page.getByText(/Online · list/).waitFor();
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: run.slowdown });
  if (run.isOnline) await devtools.send("Network.emulateNetworkConditions", slowNetwork);
  else {
    await context.setOffline(true);
    await page.reload();
    await page.getByText(/No network · list/).waitFor();
  }
  return page;
};

/** The milliseconds from the code in the picture to the answer, for each code of a video. */
const scanFilm = async (server: BenchServer, gate: Gate, codes: readonly string[], run: Run): Promise<number[]> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-film-"));
  const film = join(folder, "codes.y4m");
  await writeFilm(film, codes);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await context.grantPermissions(["camera"]);
    const { cookie } = await pairDevice(server, gate.seller, "Phone");
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: server.url }]);
    await context.addInitScript(observeScans, markSide);
    const page = await openGatePage(context, server, gate, run);
    await page
      .waitForFunction((count) => window.scanTimings.took.length >= count, codes.length - 2, {
        timeout: 240_000,
        polling: 1000,
      })
      .catch(async (cause: unknown) => {
        const took = await page.evaluate(() => window.scanTimings.took.length);
        const screen = await page.evaluate(() => document.body.innerText);
        throw new Error(`${took} of ${codes.length} codes were answered. The screen says: ${screen}`, { cause });
      });
    return await page.evaluate(() => window.scanTimings.took);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** A phone at the gate: a video in front of its camera, online and offline, compared with an unthrottled CPU. */
export const benchScanPhone = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ pages: true, selling: true });
  try {
    const gate = await seedGate(server, "phone", 4 * codesOfFilm);
    const codes = [...gate.codes];
    const rows: ResultRow[] = [];
    for (const [isOnline, bound] of [
      [true, 500],
      [false, 200],
    ] as const) {
      const take = (slowdown: number) => scanFilm(server, gate, codes.splice(0, codesOfFilm), { isOnline, slowdown });
      const ours = percentilesOf(await take(cpuSlowdown));
      const reference = percentilesOf(await take(1));
      rows.push({
        figure: `a code before a phone's camera, to its answer, ${isOnline ? "online" : "without network"}, p95`,
        unit: "ms",
        value: ours.p95,
        referenceName: "the same without slowing the CPU",
        reference: reference.p95,
        ratio: ours.p95 / reference.p95,
        goal: { measures: "value", comparison: "at most", bound },
      });
    }
    return rows;
  } finally {
    await server.close();
  }
};
