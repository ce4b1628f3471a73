import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { pauseAt, removeGuard } from "../db/faultPoints.ts";
import { createTestShop } from "../../test/shop/createTestShop.ts";
import type { TestResponse, TestApp } from "../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../test/shop/testBuyer.ts";
import { rendezvous, setUpRaceServers } from "../../test/database/raceServers.ts";
import { deleteExpiredReplies } from "./idempotency.sql.ts";

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
  const addRequest = (quantity: number) => ({
    add: [
      {
        event_template_id: shop.event.id,
        event_session_id: shop.session.id,
        ticket_types_required: [{ ticket_type_id: shop.type.id, quantity }],
      },
    ],
  });
  const held = async (): Promise<number> => (await buyer.get(`/my/cart/${cart.id}`)).body.ticket._data.length;
  return { shop, buyer, cart, said: send, more: addRequest, held, modify: `/my/cart/${cart.id}/modify` };
};
const key = () => crypto.randomUUID();
const statusAndCode = ({ status, body }: TestResponse) => `${status} ${body._data?.[0]?._code ?? "done"}`;

describe("a call that is said again with its key", () => {
  test("is answered the same and does nothing more; without a key it is another", async () => {
    const { said, more, held, modify } = await setUp();
    const name = key();
    const first = await said(one, modify, more(2), name);
    const again = await said(other, modify, more(2), name);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(await held()).toBe(3);
    expect((await said(one, modify, more(2), key())).status).toBe(200);
    expect(await held()).toBe(5);
  });

  test("twenty times at once it is done once", async () => {
    const { said, more, held, modify } = await setUp();
    const name = key();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => said(place % 2 === 0 ? one : other, modify, more(1), name)),
    );
    expect(new Set(answers.map(statusAndCode))).toEqual(new Set(["200 done", "409 request_in_progress"]));
    expect(await held()).toBe(2);
  });

  test("which shows when nobody looks the key up", async () => {
    const { said, more, held, modify } = await setUp();
    removeGuard("said_once");
    const name = key();
    await said(one, modify, more(1), name);
    await said(one, modify, more(1), name);
    expect(await held()).toBe(3);
  });

  test("is told to wait while the first is under way", async () => {
    const { said, more, held, modify } = await setUp();
    const name = key();
    const together = rendezvous(2000);
    pauseAt("carts_locked", together);
    const first = said(one, modify, more(1), name);
    await expect.poll(() => one.db.selectFrom("idem").select("key").where("key", "=", name).execute()).toHaveLength(1);
    expect(statusAndCode(await said(other, modify, more(1), name))).toBe("409 request_in_progress");
    pauseAt("carts_locked", undefined);
    await together();
    expect((await first).status).toBe(200);
    expect(await held()).toBe(2);
  });

  test("hears a refusal again, although it could be done by now", async () => {
    const { shop, said, more, held, modify } = await setUp();
    const name = key();
    const first = await said(one, modify, more(60), name);
    await one.db.updateTable("event_session").set({ capacity: 500 }).where("id", "=", shop.session.id).execute();
    const again = await said(one, modify, more(60), name);
    expect([statusAndCode(again), again.body._data]).toEqual([statusAndCode(first), first.body._data]);
    expect(first.status).toBe(409);
    expect(await held()).toBe(1);
  });

  test("with something else in it, or as another call, is refused", async () => {
    const { cart, said, more, held, modify } = await setUp();
    const name = key();
    await said(one, modify, more(1), name);
    expect(statusAndCode(await said(one, modify, more(2), name))).toBe("422 idempotency_key_reused");
    expect(statusAndCode(await said(one, `/my/cart/${cart.id}/apply_code`, { code: "NO" }, name))).toBe(
      "422 idempotency_key_reused",
    );
    expect(await held()).toBe(2);
  });

  test("by somebody else is somebody else's", async () => {
    const { shop, said, more, held, modify } = await setUp();
    const stranger = new TestBuyer(one, shop);
    await stranger.hold(1);
    const name = key();
    const mine = await said(one, modify, more(1), name);
    expect(mine.status).toBe(200);
    expect(statusAndCode(await said(one, modify, more(1), name, stranger.cookie))).toBe("404 not_found");
    expect(await held()).toBe(2);
  });

  test.each(["short", "a".repeat(65), "with spaces in the key", "sixteen-letters!"])("%s is no key", async (name) => {
    const { said, more, modify } = await setUp();
    expect(statusAndCode(await said(one, modify, more(1), name))).toBe("400 bad_field_value");
  });

  test("pays once, with the answer of the first", async () => {
    const { buyer, cart, said } = await setUp();
    await buyer.savePurchaser(cart);
    const name = key();
    const offer = [
      {
        gateway_id: "test",
        amount: cart.outstanding_balance,
        gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
      },
    ];
    const first = await said(one, `/my/cart/${cart.id}/pay`, offer, name);
    const again = await said(other, `/my/cart/${cart.id}/pay`, offer, name);
    expect([first.status, again.body]).toEqual([200, first.body]);
    const order = await said(one, `/my/cart/${cart.id}/guest_checkout`, {}, key());
    expect(order.status).toBe(200);
  });
});

test("a key that nobody answered is free again after a minute, and answers are forgotten after a day", async () => {
  const { said, more, held, modify } = await setUp();
  const name = key();
  await said(one, modify, more(1), name);
  const age = (by: string, state: "done" | "in_progress") =>
    one.db
      .updateTable("idem")
      .set({
        created_at: sql<string>`app_now() - ${by}::interval`,
        state,
        ...(state === "in_progress" && { reply: null }),
      })
      .where("key", "=", name)
      .execute();
  await age("30 seconds", "in_progress");
  expect(statusAndCode(await said(one, modify, more(1), name))).toBe("409 request_in_progress");
  await age("61 seconds", "in_progress");
  expect((await said(one, modify, more(1), name)).status).toBe(200);
  expect(await held()).toBe(3);
  await age("23 hours", "done");
  await deleteExpiredReplies(one.db);
  expect(await one.db.selectFrom("idem").select("state").where("key", "=", name).execute()).toEqual([
    { state: "done" },
  ]);
  await age("25 hours", "done");
  await deleteExpiredReplies(one.db);
  expect(await one.db.selectFrom("idem").select("state").where("key", "=", name).execute()).toEqual([]);
});
