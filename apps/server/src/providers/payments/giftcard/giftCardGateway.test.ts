import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pauseAt, removeGuard, restoreGuards } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import {
  readCardBalance,
  createGiftCard,
  readCardEntries,
  giftCardSeller,
} from "../../../../test/payments/giftCards.ts";
import { rendezvous } from "../../../../test/database/raceServers.ts";
import { giftCardGateway } from "./giftCardGateway.ts";
import type { Charge } from "../paymentGateway.ts";

const ledger_id = "cards";
const pausePoints = ["after_ledger_entries", "after_ledger_account"] as const;

let server: TestApp;
let shop: TestShop;
let cart_id: string;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, { seller: giftCardSeller });
  cart_id = (await new TestBuyer(server, shop).hold(1)).id;
  // Each test here makes payments of its own for one cart.
  await server.runAsOwner("drop index payment_one_live");
});
afterEach(() => {
  restoreGuards();
  for (const point of pausePoints) pauseAt(point, undefined);
});
afterAll(() => server.close());

const gateway = () => giftCardGateway({ databaseOf: (id) => server.connections.forSeller(id) });
const card = (amount: number, more?: Parameters<typeof createGiftCard>[3]) =>
  createGiftCard(server, shop, amount, more);
const charge = async (number: string, amount: number, data: object = {}): Promise<Charge> => {
  const id = newId();
  await server.db
    .insertInto("payment")
    .values({
      seller_id: shop.seller_id,
      id,
      cart_id,
      cart_version: 0,
      gateway_id: "ledger",
      amount,
      currency: "USD",
      gateway_data: "{}",
    })
    .execute();
  const common = { sellerId: shop.seller_id, cartId: cart_id, currency: "USD", returnUrl: "" };
  return { ...common, id, amount, data: { number, ledger_id, ...data } };
};
const authorized = async (number: string, amount: number) => {
  const made = await charge(number, amount);
  const standing = await gateway().authorize(made);
  return { ...made, ref: "ref" in standing ? (standing.ref ?? "") : "", status: standing.status };
};
const remainingBalance = (id: string) => readCardBalance(server, { id });
const entriesOf = (id: string) => readCardEntries(server, { id });

describe("a promise", () => {
  test("takes the money from the card once, however often it is asked for", async () => {
    const { number, id } = await card(5000);
    const wanted = await charge(number.toLowerCase().replaceAll("-", " "), 2000);
    const standing = await gateway().authorize(wanted);
    expect(standing.status).toBe("authorized");
    expect(await gateway().authorize(wanted)).toEqual(standing);
    expect(await gateway().findStatus(wanted)).toEqual(standing);
    expect(await remainingBalance(id)).toBe(3000);
    expect(await entriesOf(id)).toEqual(["issue 5000", "debit -2000"]);
  });

  test("of all that is left is kept, of a cent more is refused", async () => {
    const { number, id } = await card(5000);
    expect(await gateway().authorize(await charge(number, 5001))).toMatchObject({ code: "insufficient_balance" });
    expect((await authorized(number, 5000)).status).toBe("authorized");
    expect(await gateway().authorize(await charge(number, 1))).toMatchObject({ code: "insufficient_balance" });
    expect(await entriesOf(id)).toEqual(["issue 5000", "debit -5000"]);
  });

  test.each([
    ["a number that is on no card", async () => ({ number: "7K3M-Q2XW-9ABC-DEFG-HJ02" }), "not_found"],
    ["another ledger", async () => ({ number: (await card(900)).number, ledger_id: "other" }), "not_found"],
    [
      "a ledger that is no longer the seller's",
      async () => ({ number: (await card(900, { ledger_id: "old" })).number, ledger_id: "old" }),
      "not_found",
    ],
    ["another currency", async () => ({ number: (await card(900, { currency: "EUR" })).number }), "inactive"],
    [
      "a card past its day",
      async () => ({ number: (await card(900, { valid_to: "2020-01-01T00:00:00Z" })).number }),
      "inactive",
    ],
    [
      "a card that was put out of use",
      async () => {
        const { number, id } = await card(900);
        await server.db.updateTable("ledger_account").set({ state: "inactive" }).where("id", "=", id).execute();
        return { number };
      },
      "inactive",
    ],
  ])("is refused for %s", async (_, data, code) => {
    expect(await gateway().authorize(await charge("", 500, await data()))).toMatchObject({ status: "failed", code });
  });

  test("is not made for a payment that was given up, nor for another sum than the payment's", async () => {
    const { number, id } = await card(5000);
    const late = await charge(number, 700);
    await server.db.updateTable("payment").set({ state: "failed" }).where("id", "=", late.id).execute();
    expect(await gateway().authorize(late)).toMatchObject({ status: "failed", code: "given_up" });
    await expect(gateway().authorize({ ...(await charge(number, 700)), amount: 70 })).rejects.toThrow("another");
    expect(await remainingBalance(id)).toBe(5000);
  });

  test("of another seller's card is none", async () => {
    const { number } = await card(5000);
    const other = await createTestShop(server.db, { seller: giftCardSeller });
    const theirs = await new TestBuyer(server, other).hold(1);
    const id = newId();
    const row = { seller_id: other.seller_id, id, cart_id: theirs.id, cart_version: 0, currency: "USD" };
    await server.db
      .insertInto("payment")
      .values({ ...row, gateway_id: "ledger", amount: 500, gateway_data: "{}" })
      .execute();
    const wanted = { ...(await charge(number, 500)), id, sellerId: other.seller_id };
    expect(await gateway().authorize(wanted)).toMatchObject({ code: "not_found" });
  });
});

describe("what comes of it", () => {
  test("kept: it stays kept, and cannot be given back as a promise", async () => {
    const { number, id } = await card(5000);
    const payment = await authorized(number, 2000);
    const captured = { status: "captured", ref: payment.ref };
    expect(await gateway().capture(payment)).toEqual(captured);
    expect(await gateway().capture(payment)).toEqual(captured);
    expect(await gateway().void(payment)).toEqual(captured);
    expect(await gateway().findStatus(payment)).toEqual(captured);
    expect(await remainingBalance(id)).toBe(3000);
  });

  test("given back: once, and cannot be kept any more", async () => {
    const { number, id } = await card(5000);
    const payment = await authorized(number, 2000);
    const voided = { status: "voided", ref: payment.ref };
    expect(await gateway().void(payment)).toEqual(voided);
    expect(await gateway().void(payment)).toEqual(voided);
    expect(await gateway().capture(payment)).toEqual(voided);
    expect(await gateway().authorize(payment)).toEqual(voided);
    expect(await remainingBalance(id)).toBe(5000);
    expect(await entriesOf(id)).toEqual(["issue 5000", "debit -2000", "release 2000"]);
  });

  test("nothing, where nothing was promised", async () => {
    const { number } = await card(5000);
    const wanted = await charge(number, 100);
    const nothing = { ...wanted, ref: "" };
    expect(await gateway().findStatus(wanted)).toEqual({ status: "unknown" });
    expect(await gateway().capture(nothing)).toEqual({ status: "unknown" });
    expect(await gateway().void(nothing)).toEqual({ status: "unknown" });
  });

  test("money goes back to the card in parts, each once, and never more than it gave", async () => {
    const { number, id } = await card(5000);
    const payment = await authorized(number, 4000);
    const no = { status: "failed", ref: null, code: "not_refundable" };
    expect(await gateway().refund({ ...payment, amount: 100, key: newId() })).toEqual(no);
    await gateway().capture(payment);
    const key = newId();
    const first = await gateway().refund({ ...payment, amount: 1500, key });
    expect(first.status).toBe("succeeded");
    expect(await gateway().refund({ ...payment, amount: 1500, key })).toEqual(first);
    for (const amount of [2501, 0, -1])
      expect(await gateway().refund({ ...payment, amount, key: newId() })).toEqual(no);
    const rest = await Promise.all(
      [1, 2, 3, 4].map(() => gateway().refund({ ...payment, amount: 2500, key: newId() })),
    );
    expect(rest.filter(({ status }) => status === "succeeded")).toHaveLength(1);
    expect(await remainingBalance(id)).toBe(5000);
  });

  test("money that is promised to one payment is not given back for another", async () => {
    const { number, id } = await card(5000);
    const [one, two] = [await authorized(number, 1000), await authorized(number, 2000)];
    await gateway().void(one);
    expect(await remainingBalance(id)).toBe(3000);
    expect((await gateway().findStatus(two)).status).toBe("authorized");
  });
});

/** Several at the same moment for one card: as many are promised as it has money for. */
const authorizeAtOnce = async (amount: number, each: number, many: number) => {
  const { number, id } = await card(amount);
  const wanted = await Promise.all(Array.from({ length: many }, () => charge(number, each)));
  const said = await Promise.allSettled(wanted.map((one) => gateway().authorize(one)));
  const kept = said.filter((one) => one.status === "fulfilled" && one.value.status === "authorized").length;
  return { kept, left: await remainingBalance(id), sum: await sumOfEntries(id) };
};
const sumOfEntries = async (id: string) =>
  Number(
    (
      await server.db
        .selectFrom("ledger_entry")
        .select((eb) => eb.fn.sum<number>("amount").as("sum"))
        .where("account_id", "=", id)
        .executeTakeFirstOrThrow()
    ).sum,
  );

describe("T47: one card, many payments at once", () => {
  test("x50: it never pays more than is on it", async () => {
    for (let round = 0; round < 50; round++)
      expect(await authorizeAtOnce(2500, 1000, 5)).toEqual({ kept: 2, left: 500, sum: 500 });
  });

  test("it pays more than is on it when the guards are taken away", async () => {
    removeGuard("ledger_balance");
    removeGuard("ledger_account_lock");
    await expect(authorizeAtOnce(2500, 1000, 5), "the column's own check still holds").resolves.toMatchObject({
      entries: 2,
    });
    await server.runAsOwner("alter table ledger_account drop constraint ledger_account_never_below_zero");
    try {
      expect(await authorizeAtOnce(2500, 1000, 5)).toEqual({ kept: 5, left: -2500, sum: -2500 });
    } finally {
      await server.db.updateTable("ledger_account").set({ balance: 0 }).where("balance", "<", 0).execute();
      await server.runAsOwner(
        "alter table ledger_account add constraint ledger_account_never_below_zero check (balance >= 0)",
      );
    }
  });

  test("x50: the same payment, kept and given back at once: one effect of each", async () => {
    const { number, id } = await card(5000);
    for (let round = 0; round < 50; round++) {
      const before = await remainingBalance(id);
      const wanted = await charge(number, 100);
      await Promise.all([1, 2, 3].map(() => gateway().authorize(wanted)));
      expect(await remainingBalance(id)).toBe(before - 100);
      const payment = { ...wanted, ref: "" };
      const ends = await Promise.all([
        gateway().void(payment),
        gateway().capture(payment),
        gateway().void(payment),
        gateway().capture(payment),
      ]);
      const [ended] = ends;
      expect(ends).toEqual(ends.map(() => ended));
      expect(await remainingBalance(id)).toBe(ended?.status === "voided" ? before : before - 100);
    }
  });

  test("the same payment is given back twice when the guards are taken away", async () => {
    const { number, id } = await card(5000);
    const payment = await authorized(number, 2000);
    removeGuard("ledger_payment_lock");
    await server.runAsOwner("alter table ledger_entry drop constraint ledger_entry_once");
    await server.runAsOwner("drop index ledger_entry_one_end");
    pauseAt("after_ledger_entries", rendezvous(2000));
    await Promise.allSettled([gateway().void(payment), gateway().void(payment)]);
    expect(await remainingBalance(id)).toBe(7000);
  });
});

describe("the books", () => {
  const saidTo = async (statement: string): Promise<string> => {
    const client = await server.connections.acquire("*");
    try {
      await client.query(statement);
      return "done";
    } catch (error) {
      return error instanceof Error ? error.message : "";
    } finally {
      client.release();
    }
  };
  test.each([
    ["an entry is not changed", "update ledger_entry set amount = amount + 1"],
    ["nor deleted", "delete from ledger_entry"],
    ["nor is a card deleted", "delete from ledger_account"],
    ["nor does it get another number", "update ledger_account set folded = 'x'"],
    ["nor another currency", "update ledger_account set currency = 'EUR'"],
  ])("%s", async (_, statement) => expect(await saidTo(statement)).toMatch(/^permission denied/));
});
