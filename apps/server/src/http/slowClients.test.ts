import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "../../test/database/expectInvariants.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../test/shop/testBuyer.ts";
import { overHttp } from "../../test/process/startCrashingServer.ts";

const requestTimeoutMs = 3000;
let base: TestApp;
let server: TestApp;
let shop: TestShop;
let port: number;
beforeAll(async () => {
  base = await openTestApp();
  server = await openTestApp({ requestTimeoutMs }, base);
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  const bound = server.app.server.address();
  port = typeof bound === "object" && bound ? bound.port : 0;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
  await base.close();
});

const openSlowClient = async (): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    "POST /api/my/cart/modify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Application: ecomm\r\nContent-Length: 9000\r\n\r\n{",
  );
  return socket;
};

test("five hundred clients that send a byte at a time delay no buyer, and are cut off", async () => {
  const slow = await Promise.all(Array.from({ length: 500 }, openSlowClient));
  const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write(" ")), 200);
  const closed = slow.map((socket) => new Promise((resolve) => void socket.once("close", resolve)));
  try {
    const startedAt = performance.now();
    const buyer = new TestBuyer(overHttp(server, `http://127.0.0.1:${port}`), shop);
    const order = await buyer.buy(2);
    expect(order.status).toBe(200);
    expect(order.body.ticket_order._data).toHaveLength(1);
    expect(performance.now() - startedAt).toBeLessThan(requestTimeoutMs);
    await Promise.all(closed);
    expect(performance.now() - startedAt).toBeLessThan(4 * requestTimeoutMs);
  } finally {
    clearInterval(drip);
    for (const socket of slow) socket.destroy();
  }
});
