import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pauseAt } from "../../../db/faultPoints.ts";
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
import { roundsToday } from "../../../../../../scripts/sampling.ts";

const ledger_id = "cards";
const pausePoints = ["after_ledger_entries", "after_ledger_account"] as const;

let server: TestApp;
let shop: TestShop;
let cart_id: string;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, { seller: giftCardSeller });
  cart_id = (await new TestBuyer(server, shop).hold(1)).id;
  // The tests make many payments for one cart.
  await server.runAsOwner("drop index payment_one_live_card");
});
afterEach(() => {
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
  const status = await gateway().authorize(made);
  return { ...made, ref: "ref" in status ? (status.ref ?? "") : "", status: status.status };
};
const remainingBalance = (id: string) => readCardBalance(server, { id });
const entriesOf = (id: string) => readCardEntries(server, { id });

/** Runs a statement as the server does; returns its error message. */
const runStatement = async (statement: string): Promise<string> => {
  try {
    await sql.raw(statement).execute(server.db);
    return "done";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

describe("authorizing", () => {
  test("authorizing takes the money from the card once, however often it is repeated", async () => {
    const { number, id } = await card(5000);
    const wanted = await charge(number.toLowerCase().replaceAll("-", " "), 2000);
    const status = await gateway().authorize(wanted);
    expect(status.status).toBe("authorized");
    expect(await gateway().authorize(wanted)).toEqual(status);
    expect(await gateway().findStatus(wanted)).toEqual(status);
    expect(await remainingBalance(id)).toBe(3000);
    expect(await entriesOf(id)).toEqual(["issue 5000", "debit -2000"]);
  });

  test("accepts the whole balance and refuses a cent more", async () => {
    const { number, id } = await card(5000);
    expect(await gateway().authorize(await charge(number, 5001))).toMatchObject({ code: "insufficient_balance" });
    expect((await authorized(number, 5000)).status).toBe("authorized");
    expect(await gateway().authorize(await charge(number, 1))).toMatchObject({ code: "insufficient_balance" });
    expect(await entriesOf(id)).toEqual(["issue 5000", "debit -5000"]);
  });

  test.each([
    ["an unknown number", async () => ({ number: "7K3M-Q2XW-9ABC-DEFG-HJ02" }), "not_found"],
    ["another ledger", async () => ({ number: (await card(900)).number, ledger_id: "other" }), "not_found"],
    [
      "a ledger that is no longer the seller's",
      async () => ({ number: (await card(900, { ledger_id: "old" })).number, ledger_id: "old" }),
      "not_found",
    ],
    ["another currency", async () => ({ number: (await card(900, { currency: "EUR" })).number }), "inactive"],
    [
      "an expired card",
      async () => ({ number: (await card(900, { valid_to: "2020-01-01T00:00:00Z" })).number }),
      "inactive",
    ],
    [
      "a deactivated card",
      async () => {
        const { number, id } = await card(900);
        await server.db.updateTable("ledger_account").set({ state: "inactive" }).where("id", "=", id).execute();
        return { number };
      },
      "inactive",
    ],
  ])("authorizing is refused for %s", async (_, data, code) => {
    expect(await gateway().authorize(await charge("", 500, await data()))).toMatchObject({ status: "failed", code });
  });

  test("authorizing is refused for an abandoned payment and for another amount than the payment's", async () => {
    const { number, id } = await card(5000);
    const late = await charge(number, 700);
    await server.db.updateTable("payment").set({ state: "failed" }).where("id", "=", late.id).execute();
    expect(await gateway().authorize(late)).toMatchObject({ status: "failed", code: "given_up" });
    await expect(gateway().authorize({ ...(await charge(number, 700)), amount: 70 })).rejects.toThrow("another amount");
    expect(await remainingBalance(id)).toBe(5000);
  });

  test("authorizing does not find a card of another seller", async () => {
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

describe("afterwards", () => {
  test("a captured payment stays captured and cannot be voided", async () => {
    const { number, id } = await card(5000);
    const payment = await authorized(number, 2000);
    const captured = { status: "captured", ref: payment.ref };
    expect(await gateway().capture(payment)).toEqual(captured);
    expect(await gateway().capture(payment)).toEqual(captured);
    expect(await gateway().void(payment)).toEqual(captured);
    expect(await gateway().findStatus(payment)).toEqual(captured);
    expect(await remainingBalance(id)).toBe(3000);
  });

  test("a voided payment is released once and cannot be captured", async () => {
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

  test("a payment that was never authorized is unknown", async () => {
    const { number } = await card(5000);
    const wanted = await charge(number, 100);
    const nothing = { ...wanted, ref: "" };
    expect(await gateway().findStatus(wanted)).toEqual({ status: "unknown" });
    expect(await gateway().capture(nothing)).toEqual({ status: "unknown" });
    expect(await gateway().void(nothing)).toEqual({ status: "unknown" });
  });

  test("refunds go back to the card in parts, each once, up to the amount captured", async () => {
    const { number, id } = await card(5000);
    const payment = await authorized(number, 4000);
    const failed = { status: "failed", ref: null, code: "not_refundable" };
    expect(await gateway().refund({ ...payment, amount: 100, key: newId() })).toEqual(failed);
    await gateway().capture(payment);
    const key = newId();
    const first = await gateway().refund({ ...payment, amount: 1500, key });
    expect(first.status).toBe("succeeded");
    expect(await gateway().refund({ ...payment, amount: 1500, key })).toEqual(first);
    for (const amount of [2501, 0, -1])
      expect(await gateway().refund({ ...payment, amount, key: newId() })).toEqual(failed);
    const rest = await Promise.all(
      [1, 2, 3, 4].map(() => gateway().refund({ ...payment, amount: 2500, key: newId() })),
    );
    expect(rest.filter(({ status }) => status === "succeeded")).toHaveLength(1);
    expect(await remainingBalance(id)).toBe(5000);
  });

  test("voiding one payment leaves another of the same card alone", async () => {
    const { number, id } = await card(5000);
    const [one, two] = [await authorized(number, 1000), await authorized(number, 2000)];
    await gateway().void(one);
    expect(await remainingBalance(id)).toBe(3000);
    expect((await gateway().findStatus(two)).status).toBe("authorized");
  });
});

/** Authorizes several payments from one card at the same moment. */
const authorizeAtOnce = async (amount: number, each: number, many: number) => {
  const { number, id } = await card(amount);
  const wanted = await Promise.all(Array.from({ length: many }, () => charge(number, each)));
  const results = await Promise.allSettled(wanted.map((one) => gateway().authorize(one)));
  const paid = results.filter((one) => one.status === "fulfilled" && one.value.status === "authorized").length;
  return { paid, left: await remainingBalance(id), sum: await sumOfEntries(id) };
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

describe("concurrent payments", () => {
  test("never take more than the balance, in each round", async () => {
    for (let round = 0; round < roundsToday(50); round++)
      expect(await authorizeAtOnce(2500, 1000, 5)).toEqual({ paid: 2, left: 500, sum: 500 });
  });

  test("locks the card while it is charged, so that nobody deactivates it in between", async () => {
    const { number, id } = await card(5000);
    let lockedOut = "";
    pauseAt("after_ledger_account", async () => {
      const where = `seller_id = '${shop.seller_id}' and id = '${id}'`;
      lockedOut = await runStatement(`select from ledger_account where ${where} for update nowait`);
    });
    expect((await authorized(number, 2000)).status).toBe("authorized");
    expect(lockedOut).toMatch(/could not obtain lock/);
  });

  test("concurrent payments with the same id have one effect of each kind, in each round", async () => {
    const { number, id } = await card(5000);
    for (let round = 0; round < roundsToday(50); round++) {
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

  test("releases a payment once when it is voided twice at the same moment", async () => {
    const { number, id } = await card(5000);
    const payment = await authorized(number, 2000);
    pauseAt("after_ledger_entries", rendezvous(500));
    const voided = { status: "voided", ref: payment.ref };
    expect(await Promise.all([gateway().void(payment), gateway().void(payment)])).toEqual([voided, voided]);
    expect(await remainingBalance(id)).toBe(5000);
  });
});

describe("the application's database role cannot", () => {
  test.each([
    ["change an entry", "update ledger_entry set amount = amount + 1"],
    ["delete an entry", "delete from ledger_entry"],
    ["delete a card", "delete from ledger_account"],
    ["change a card's currency", "update ledger_account set currency = 'EUR'"],
  ])("the application's database role cannot %s", async (_, statement) =>
    expect(await runStatement(statement)).toMatch(/^permission denied/),
  );
});
