import { once } from "node:events";
import { connect, type Socket } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { officeHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { openEditing, type Manager } from "../../../test/office/catalogueShop.ts";

const requestTimeoutMs = 1000;
let base: TestApp;
let server: TestApp;
let manager: Manager;
let port: number;
let body: string;
beforeAll(async () => {
  base = await openTestApp();
  server = await openTestApp({ requestTimeoutMs }, base);
  ({ manager } = await openEditing(server));
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  const bound = server.app.server.address();
  port = typeof bound === "object" && bound ? bound.port : 0;
  const pixels = Buffer.from(Array.from({ length: 600 * 600 * 3 }, (_, index) => (index * 7919) % 251));
  const png = await sharp(pixels, { raw: { width: 600, height: 600, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  body = JSON.stringify({ name: "noise.png", alt: "Noise", file: png.toString("base64") });
});
afterAll(async () => {
  await server.close();
  await base.close();
});

/** Sends the headers of an upload; the caller sends its body as slowly as it likes. */
const open = async (
  path: string,
  who: Pick<Manager, "slug" | "cookie"> = manager,
): Promise<{ socket: Socket; received: () => string }> => {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("error", () => undefined).on("data", (chunk: Buffer) => void (received += chunk.toString()));
  await once(socket, "connect");
  socket.write(
    [
      `POST /staff_api${path}?_seller=${who.slug} HTTP/1.1`,
      "Host: x",
      "Content-Type: application/json",
      `${officeHeader.name}: ${officeHeader.value}`,
      `Idempotency-Key: ${crypto.randomUUID()}`,
      `Cookie: ${who.cookie}`,
      `Content-Length: ${body.length}`,
      "",
      "",
    ].join("\r\n"),
  );
  return { socket, received: () => received };
};

/** Resolves even if the server cuts the connection while the client is still sending. */
const closing = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.once("close", () => resolve()));

/** Sends a part of the body every tenth of a second, until all of it is sent or the connection is closed. */
const drip = (socket: Socket, parts: number, end = body.length): void => {
  const size = Math.ceil(end / parts);
  let sent = 0;
  const timer = setInterval(() => {
    if (sent >= end || !socket.writable) return clearInterval(timer);
    socket.write(body.slice(sent, Math.min(end, sent + size)));
    sent += size;
  }, 100);
};

test("an upload that takes three times as long as another body may is received", async () => {
  const startedAt = performance.now();
  const { socket, received } = await open("/catalogue/picture");
  drip(socket, 30);
  await expect.poll(received, { timeout: 30_000 }).toMatch(/^HTTP\/1\.1 200/);
  expect(performance.now() - startedAt).toBeGreaterThan(2.5 * requestTimeoutMs);
  socket.destroy();
});

test("an upload that stops in the middle is cut off", async () => {
  const { socket, received } = await open("/catalogue/picture");
  const closed = closing(socket);
  drip(socket, 5, body.length / 2);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 408/);
});

test("an upload that sends a byte at a time is cut off", async () => {
  const { socket, received } = await open("/catalogue/picture");
  const closed = closing(socket);
  const timer = setInterval(() => socket.writable && socket.write(" "), 100);
  await closed;
  clearInterval(timer);
  expect(received()).toMatch(/^HTTP\/1\.1 408/);
});

test.each([
  ["a body that is no upload", "/catalogue/draft"],
  ["the upload of somebody who is not signed in", "/catalogue/picture"],
])("%s has no more time than others", async (_, path) => {
  const { socket } = await open(path, path.endsWith("picture") ? { slug: manager.slug, cookie: "none=1" } : undefined);
  const startedAt = performance.now();
  const closed = closing(socket);
  drip(socket, 300);
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(10 * requestTimeoutMs);
});
