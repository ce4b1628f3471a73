import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { pauseAt } from "../../db/faultPoints.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import type { TestResponse, TestApp } from "../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { retentionJob } from "../../jobs/retention/deleteOldRows.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["carts_locked"], (first, second) => ([one, other] = [first, second]));

const setUp = async () => {
  const shop = await createTestShop(one.db);
  await recordPrices(one, shop);
  const buyer = new TestBuyer(one, shop);
  const cart = await buyer.hold(1);
  const send = (
    server: TestApp,
    path: string,
    body: unknown,
    key: string,
    cookie = buyer.cookie,
  ): Promise<TestResponse> =>
    server.post(shop.slug, `/api${path}`, body, { headers: { cookie, "idempotency-key": key } });
  const addRequest = (quantity: number) => ({ add: [ticketLine(shop.event, quantity)] });
  const held = async (): Promise<number> => (await buyer.get(`/my/cart/${cart.id}`)).body.ticket._data.length;
  return { shop, buyer, cart, send, addRequest, held, modify: `/my/cart/${cart.id}/modify` };
};
const key = () => crypto.randomUUID();
const statusAndCode = ({ status, body }: TestResponse) => `${status} ${body._data?.[0]?._code ?? "done"}`;

describe("a repeated idempotency key", () => {
  test("replays the first reply and does nothing more", async () => {
    const { send, addRequest, held, modify } = await setUp();
    const name = key();
    const first = await send(one, modify, addRequest(2), name);
    const again = await send(other, modify, addRequest(2), name);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(await held()).toBe(3);
    expect((await send(one, modify, addRequest(2), key())).status).toBe(200);
    expect(await held()).toBe(5);
  });

  test("runs one of twenty simultaneous requests", async () => {
    const { send, addRequest, held, modify } = await setUp();
    const name = key();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? one : other, modify, addRequest(1), name)),
    );
    expect(new Set(answers.map(statusAndCode))).toEqual(new Set(["200 done", "409 request_in_progress"]));
    expect(await held()).toBe(2);
  });

  test("a repeated idempotency key is refused while the first request is in progress", async () => {
    const { send, addRequest, held, modify } = await setUp();
    const name = key();
    const arrive = rendezvous(2000);
    pauseAt("carts_locked", arrive);
    const first = send(one, modify, addRequest(1), name);
    await expect
      .poll(() => one.db.selectFrom("idempotency_key").select("key").where("key", "=", name).execute())
      .toHaveLength(1);
    expect(statusAndCode(await send(other, modify, addRequest(1), name))).toBe("409 request_in_progress");
    pauseAt("carts_locked", undefined);
    await arrive();
    expect((await first).status).toBe(200);
    expect(await held()).toBe(2);
  });

  test("replays a refusal even if the request would now succeed", async () => {
    const { shop, send, addRequest, held, modify } = await setUp();
    const name = key();
    const first = await send(one, modify, addRequest(60), name);
    await one.db.updateTable("event_session").set({ capacity: 500 }).where("id", "=", shop.session.id).execute();
    const again = await send(one, modify, addRequest(60), name);
    expect([statusAndCode(again), again.body._data]).toEqual([statusAndCode(first), first.body._data]);
    expect(first.status).toBe(409);
    expect(await held()).toBe(1);
  });

  test("replays a refusal as an earlier version stored it", async () => {
    const { send, addRequest, modify } = await setUp();
    const name = key();
    await send(one, modify, addRequest(60), name);
    const also = { code: "code_exhausted", context: "cart", extra: { code: "MOTH" }, words: "Used up." };
    const no = { code: "duplicate_code", context: "cart", extra: { code: "TERN" }, words: "Already there.", also };
    await one.db
      .updateTable("idempotency_key")
      .set({ reply: JSON.stringify({ no }) })
      .where("key", "=", name)
      .execute();
    const { status, body } = await send(other, modify, addRequest(60), name);
    expect([status, body._data]).toEqual([
      409,
      [
        { _code: "duplicate_code", _context: "cart", _description: "Already there.", _extra: { code: "TERN" } },
        { _code: "code_exhausted", _context: "cart", _description: "Used up.", _extra: { code: "MOTH" } },
      ],
    ]);
  });

  test("a repeated idempotency key is refused with another body or endpoint", async () => {
    const { cart, send, addRequest, held, modify } = await setUp();
    const name = key();
    await send(one, modify, addRequest(1), name);
    expect(statusAndCode(await send(one, modify, addRequest(2), name))).toBe("422 idempotency_key_reused");
    expect(statusAndCode(await send(one, `/my/cart/${cart.id}/apply_code`, { code: "NO" }, name))).toBe(
      "422 idempotency_key_reused",
    );
    expect(await held()).toBe(2);
  });

  test("a repeated idempotency key of another visitor is independent", async () => {
    const { shop, send, addRequest, held, modify } = await setUp();
    const stranger = new TestBuyer(one, shop);
    await stranger.hold(1);
    const name = key();
    const mine = await send(one, modify, addRequest(1), name);
    expect(mine.status).toBe(200);
    expect(statusAndCode(await send(one, modify, addRequest(1), name, stranger.cookie))).toBe("404 not_found");
    expect(await held()).toBe(2);
  });

  test.each(["short", "a".repeat(65), "with spaces in the key", "sixteen-letters!"])(
    "a repeated idempotency key is refused if it is %j",
    async (name) => {
      const { send, addRequest, modify } = await setUp();
      expect(statusAndCode(await send(one, modify, addRequest(1), name))).toBe("400 bad_field_value");
    },
  );

  test("pays once and replays the reply", async () => {
    const { buyer, cart, send } = await setUp();
    await buyer.savePurchaser(cart);
    const name = key();
    const offer = [
      {
        gateway_id: "test",
        amount: cart.outstanding_balance,
        gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
      },
    ];
    const first = await send(one, `/my/cart/${cart.id}/pay`, offer, name);
    const again = await send(other, `/my/cart/${cart.id}/pay`, offer, name);
    expect([first.status, again.body]).toEqual([200, first.body]);
    const order = await send(one, `/my/cart/${cart.id}/guest_checkout`, {}, key());
    expect(order.status).toBe(200);
  });
});

test("an unanswered key is free again after a minute, and a reply is deleted after a day", async () => {
  const { send, addRequest, held, modify } = await setUp();
  const name = key();
  await send(one, modify, addRequest(1), name);
  const age = (by: string, state: "done" | "in_progress") =>
    one.db
      .updateTable("idempotency_key")
      .set({
        created_at: sql<string>`app_now() - ${by}::interval`,
        state,
        ...(state === "in_progress" && { reply: null }),
      })
      .where("key", "=", name)
      .execute();
  await age("30 seconds", "in_progress");
  expect(statusAndCode(await send(one, modify, addRequest(1), name))).toBe("409 request_in_progress");
  await age("61 seconds", "in_progress");
  expect((await send(one, modify, addRequest(1), name)).status).toBe(200);
  expect(await held()).toBe(3);
  const deleteOldRows = retentionJob({ connections: one.connections, log: one.app.log, retentionDays: {} }, 0);
  await age("23 hours", "done");
  await deleteOldRows();
  expect(await one.db.selectFrom("idempotency_key").select("state").where("key", "=", name).execute()).toEqual([
    { state: "done" },
  ]);
  await age("25 hours", "done");
  await deleteOldRows();
  expect(await one.db.selectFrom("idempotency_key").select("state").where("key", "=", name).execute()).toEqual([]);
});
