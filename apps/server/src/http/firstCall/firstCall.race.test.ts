import { describe, expect, test } from "vitest";
import { pauseAt } from "../../db/faultPoints.ts";
import type { TestResponse, TestApp } from "../../../test/app/testApp.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { resumeSeconds } from "./firstCall.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked"], (first, second) => ([one, other] = [first, second]));

const home = "203.0.113.7";
const setUp = async () => {
  const shop = await createTestShop(one.db);
  const addRequest = (quantity: number) => ({ add: [ticketLine(shop.event, quantity)] });
  const send = (
    server: TestApp,
    key: string,
    { quantity = 1, remoteAddress = home, cookie = "" } = {},
  ): Promise<TestResponse> =>
    server.post(shop.slug, "/api/my/cart/modify", addRequest(quantity), {
      headers: { "idempotency-key": key, ...(cookie && { cookie }) },
      remoteAddress,
    });
  const carts = () => one.db.selectFrom("cart").selectAll().where("seller_id", "=", shop.seller_id).execute();
  return { shop, send, carts };
};
const cookieOf = ({ headers }: TestResponse): string | undefined => {
  const set = headers["set-cookie"];
  return (Array.isArray(set) ? String(set[0]) : typeof set === "string" ? set : undefined)?.split(";")[0];
};
const codeOf = ({ status, body }: TestResponse) => body._data?.[0]?._code ?? status;

describe("an idempotency key on a visitor's first request", () => {
  test("makes one cart, whose repetition gets the same cart and session", async () => {
    const { shop, send, carts } = await setUp();
    const key = crypto.randomUUID();
    const first = await send(one, key);
    const again = await send(other, key);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(cookieOf(again)).toBe(cookieOf(first));
    expect(await carts()).toHaveLength(1);
    const cart_id = first.body.cart._data[0].id;
    const headers = { cookie: cookieOf(again) ?? "" };
    expect((await one.get(shop.slug, `/api/my/cart/${cart_id}`, { headers })).status).toBe(200);
  });

  test.each(["a key of sixteen characters", "a key that is hard to guess"])(
    "makes one cart if only the body of its answer is lost, so that the repetition has the session: %s",
    async (kind) => {
      const { send, carts } = await setUp();
      const key = kind.includes("sixteen") ? "order-2026-11-30" : crypto.randomUUID();
      const first = await send(one, key);
      const cookie = cookieOf(first) ?? "";
      const again = await send(other, key, { cookie });
      expect([again.status, again.body, cookieOf(again)]).toEqual([200, first.body, undefined]);
      expect(await carts()).toHaveLength(1);
      // Another action of the visitor is not taken for the first one.
      expect((await send(one, crypto.randomUUID(), { cookie })).body.cart._data[0].id).not.toBe(
        first.body.cart._data[0].id,
      );
    },
  );

  test("runs one of ten simultaneous requests", async () => {
    const { send, carts } = await setUp();
    pauseAt("hold_locked", rendezvous(10));
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => send(nth % 2 === 0 ? one : other, key)));
    expect(new Set(answers.map(codeOf))).toEqual(new Set([200, "request_in_progress"]));
    expect(answers.filter((answer) => codeOf(answer) !== 200).map(cookieOf)).not.toContain(expect.any(String));
    expect(await carts()).toHaveLength(1);
  });

  test("an idempotency key on a visitor's first request is refused for another request and gives no session", async () => {
    const { send } = await setUp();
    const key = crypto.randomUUID();
    await send(one, key);
    const changed = await send(one, key, { quantity: 2 });
    expect([codeOf(changed), cookieOf(changed)]).toEqual(["idempotency_key_reused", undefined]);
  });

  test("gives nobody in another network the session or the cart", async () => {
    const { send } = await setUp();
    const key = crypto.randomUUID();
    const first = await send(one, key);
    const elsewhere = await send(one, key, { remoteAddress: "203.0.113.8" });
    expect(cookieOf(elsewhere)).not.toBe(cookieOf(first));
    expect(elsewhere.body.cart._data[0].id).not.toBe(first.body.cart._data[0].id);
  });

  test.each(["kkkkkkkkkkkkkkkk", "order-2026-11-22", "a".repeat(40)])(
    "an idempotency key on a visitor's first request has one effect and gives no session where it could be guessed, such as %s",
    async (key) => {
      const { send, carts } = await setUp();
      expect((await send(one, key)).status).toBe(200);
      const again = await send(one, key);
      expect([codeOf(again), cookieOf(again)]).toEqual(["idempotency_key_reused", undefined]);
      expect(await carts()).toHaveLength(1);
    },
  );

  test(`gives no session after ${resumeSeconds} seconds`, async () => {
    const { shop, send } = await setUp();
    const key = crypto.randomUUID();
    await send(one, key);
    await one.db
      .updateTable("idempotency_key")
      .set({
        created_at: Temporal.Now.instant()
          .subtract({ seconds: resumeSeconds + 1 })
          .toString(),
      })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    const late = await send(one, key);
    expect([codeOf(late), cookieOf(late)]).toEqual(["idempotency_key_reused", undefined]);
  });

  test("an idempotency key on a visitor's first request is refused after 120 keys from one network within a minute", async () => {
    const { send } = await setUp();
    const remoteAddress = "203.0.113.77";
    // Asks for more tickets than there are, so that nothing is held.
    const answers = [];
    for (let nth = 0; nth <= 120; nth++)
      answers.push(codeOf(await send(one, crypto.randomUUID(), { quantity: 900, remoteAddress })));
    expect(answers.slice(0, 120)).not.toContain("too_many_requests");
    expect(answers.at(-1)).toBe("too_many_requests");
  });
});
