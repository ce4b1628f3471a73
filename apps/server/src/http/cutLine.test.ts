import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { expectInvariants } from "../../test/database/expectInvariants.ts";
import { openTestApp, type TestApp, type TestResponse } from "../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { ada, cards, recordPrices } from "../../test/shop/testBuyer.ts";
import { ticketLine } from "../../test/shop/ticketLine.ts";

let server: TestApp;
let port: number;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  const address = server.app.server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
});

type Sent = { readonly path: string; readonly body: object; readonly headers: Readonly<Record<string, string>> };

/** Sends a part of a request and closes the connection at once, without reading a reply. */
const sendAndCut = async ({ path, body, headers }: Sent, part: "all" | "half"): Promise<void> => {
  const payload = JSON.stringify(body);
  const lines = {
    host: `127.0.0.1:${port}`,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(payload)),
    [applicationHeader.name]: applicationHeader.value,
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const sent = part === "all" ? payload : payload.slice(0, payload.length / 2);
  socket.write(`POST /api${path}?_seller=${shop.slug} HTTP/1.1\r\n${head.join("")}\r\n${sent}`, () => socket.destroy());
  await once(socket, "close");
};

/** Sends the same request again while the first one is still in progress. */
const sendAgain = async ({ path, body, headers }: Sent): Promise<TestResponse> => {
  let answer: TestResponse | undefined;
  await expect
    .poll(async () => {
      answer = await server.post(shop.slug, `/api${path}`, body, { headers });
      return String(answer.body._data?.[0]?._code);
    })
    .not.toMatch(/in_progress/);
  if (!answer) throw new Error("The request was not sent.");
  return answer;
};

const rowsOf = async (table: "cart" | "ticket" | "payment" | "ticket_order" | "test_gateway_intent" | "outbox") =>
  (
    await server.db
      .selectFrom(table as "cart")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .execute()
  ).length;

describe("a purchase whose client closes the connection after each request", () => {
  test.each(["all", "half"] as const)(
    "a purchase whose client closes the connection after each request and sends it again happens once, with %s of it sent before",
    async (part) => {
      const repeat = async (request: Sent): Promise<TestResponse> => {
        await sendAndCut(request, part);
        return sendAgain(request);
      };
      const held = await repeat({
        path: "/my/cart/modify",
        body: { add: [ticketLine(shop.event, 2)] },
        headers: { "idempotency-key": crypto.randomUUID() },
      });
      expect(held.status).toBe(200);
      const cookie = String(held.headers["set-cookie"]).split(";")[0] ?? "";
      const cart = held.body.cart._data[0] as Cart;
      const step = (call: string, body: object) => ({ path: `/my/cart/${cart.id}/${call}`, body, headers: { cookie } });
      const card = { number: cards.good, expiry: "12/40", cvc: "123" };
      expect((await repeat(step("purchaser", { identity: ada }))).status).toBe(200);
      const amount = cart.outstanding_balance;
      expect((await repeat(step("pay", [{ gateway_id: "test", amount, gateway_data: { card } }]))).status).toBe(200);
      expect((await repeat(step("guest_checkout", { identity: ada }))).body.outcome).toBe("completed");
      expect({
        carts: await rowsOf("cart"),
        tickets: await rowsOf("ticket"),
        payments: await rowsOf("payment"),
        charges: await rowsOf("test_gateway_intent"),
        orders: await rowsOf("ticket_order"),
        emails: await rowsOf("outbox"),
      }).toEqual({ carts: 1, tickets: 2, payments: 1, charges: 1, orders: 1, emails: 1 });
    },
  );
});
