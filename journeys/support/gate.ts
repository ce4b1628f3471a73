import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import qrcode from "qrcode";
import { buyOrder, type OrderRequest } from "./orders.ts";
import { openGateForOrder } from "./database.ts";

const width = 640;
const height = 480;

/** A video of a single picture with a QR code in its middle, as a camera sees it. */
export const filmOfCode = async (code: string): Promise<string> => {
  const { size, data } = qrcode.create(code, { errorCorrectionLevel: "M" }).modules;
  const scale = Math.floor((height - 80) / (size + 8));
  const left = Math.floor((width - size * scale) / 2);
  const top = Math.floor((height - size * scale) / 2);
  const light = Buffer.alloc(width * height, 235);
  for (let y = 0; y < size * scale; y++)
    for (let x = 0; x < size * scale; x++)
      if (data[Math.floor(y / scale) * size + Math.floor(x / scale)]) light[(top + y) * width + left + x] = 16;
  const frame = Buffer.concat([Buffer.from("FRAME\n"), light, Buffer.alloc((width * height) / 2, 128)]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`);
  const file = join(await mkdtemp(join(tmpdir(), "foyer-film-")), "code.y4m");
  await writeFile(file, Buffer.concat([header, ...Array.from({ length: 10 }, () => frame)]));
  return file;
};

/** Buys tickets whose session is on now. */
export const buyForNow = async (
  page: Page,
  tickets: OrderRequest["tickets"] = { Adult: 1 },
): Promise<{ readonly order_id: string; readonly codes: readonly string[]; readonly orderCode: string }> => {
  const { link } = await buyOrder(page, { tickets });
  const [, order_id = ""] = /\/manage\/([0-9a-f-]{36})/.exec(link) ?? [];
  await page.goto("about:blank");
  return { order_id, ...(await openGateForOrder(order_id)) };
};

/** Signs in and opens the screen of gate devices. */
export const openGateScreen = async (page: Page, account = "Manager at Harbor Museum of Art"): Promise<void> => {
  await page.goto("/_office/");
  await page.getByRole("button", { name: account }).click();
  await page.getByRole("link", { name: "Gate" }).click();
  await page.getByRole("heading", { name: "Gate", level: 1 }).waitFor();
};

/** Creates a device in the back office, and pairs another visitor's browser by the link in its QR code. */
export const pairDevice = async (manager: Page, device: Page, name: string): Promise<void> => {
  await manager.getByRole("button", { name: "New device" }).click();
  await manager.getByRole("textbox", { name: "Name" }).fill(name);
  await manager.getByRole("button", { name: "Show the code" }).click();
  await manager.getByRole("img", { name: "Pairing code" }).waitFor();
  const link = (await manager.getByRole("link", { name: "Pair this browser instead" }).getAttribute("href")) ?? "";
  await device.goto(link);
  await device.getByRole("heading", { name: new RegExp(name) }).waitFor();
  await manager.getByRole("dialog", { name: `${name} is paired` }).waitFor();
  await manager.getByRole("button", { name: "Done" }).click();
  await device.getByText(/Online · list \d\d:\d\d · 0 waiting/).waitFor();
};

/** Acts like a hardware scanner: types the code and presses Enter. */
export const scanCode = async (device: Page, code: string): Promise<void> => {
  await device.keyboard.type(code);
  await device.keyboard.press("Enter");
};

/** The answer that covers the whole screen. */
export const answerOf = (device: Page, word: "Welcome" | "Look" | "No" | "Let in" | "Undone") =>
  device.getByRole("alertdialog", { name: word });

export const next = (device: Page): Promise<void> => device.getByRole("button", { name: "Next" }).click();

const calls = "**/staff_api/**";

/** Takes a device offline. Its calls are blocked too, since a reloading page may reach the server for a moment. */
export const goOffline = async (device: Page): Promise<void> => {
  await device.context().setOffline(true);
  await device.context().route(calls, (route) => route.abort("internetdisconnected"));
};

export const goOnline = async (device: Page): Promise<void> => {
  await device.context().unroute(calls);
  await device.context().setOffline(false);
};

/** Lets no call of a device be answered until `end`, although it is online. `sent` are the bodies of its requests. */
export const silenceServer = async (device: Page) => {
  const sent: string[] = [];
  let isSilent = true;
  const ended = Promise.withResolvers<void>();
  await device.context().route(calls, async (route) => {
    if (!isSilent) return route.continue();
    sent.push(route.request().postData() ?? "");
    await ended.promise;
    return route.abort("timedout");
  });
  const end = (): void => {
    isSilent = false;
    ended.resolve();
  };
  return { sent, end };
};

type AwakePage = typeof globalThis & { locks?: WakeLockSentinel[] };

/** Counts the locks by which a page keeps the screen on, on its next load. Where there is no screen, any request is granted. */
export const watchScreen = async (device: Page): Promise<() => Promise<number>> => {
  await device.addInitScript(() => {
    const locks: WakeLockSentinel[] = ((globalThis as AwakePage).locks = []);
    const request = async () => {
      const lock = { released: false, release: async () => void (lock.released = true) };
      locks.push(lock as WakeLockSentinel);
      return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  return () =>
    device.evaluate(() => ((globalThis as AwakePage).locks ?? []).filter(({ released }) => !released).length);
};
