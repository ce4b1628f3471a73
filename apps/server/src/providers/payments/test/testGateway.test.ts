import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../db/newId.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { completeTestChallenge, testGateway } from "./testGateway.ts";

let server: TestApp;
let sellerId: string;
beforeAll(async () => {
  server = await openTestApp();
  sellerId = (await createTestShop(server.db)).seller_id;
});
afterAll(() => server.close());

const gateway = () => testGateway({ databaseOf: (id) => server.connections.forSeller(id), origin: "http://localhost" });
const authorized = async () => {
  const id = newId();
  const data = { card: { number: "4242424242424242" } };
  const charge = { id, sellerId, cartId: newId(), amount: 4000, currency: "USD", data, returnUrl: "" };
  const standing = await gateway().authorize(charge);
  return { sellerId, id, ref: standing.status === "authorized" ? standing.ref : "" };
};
const refundOf = async () =>
  (
    await server.db
      .selectFrom("test_gateway_refund")
      .select("amount")
      .where("seller_id", "=", sellerId)
      .orderBy("created_at")
      .execute()
  ).map(({ amount }) => amount);

test("money is given back in parts, each once, and never more than was taken", async () => {
  const payment = await authorized();
  const early = await gateway().refund({ ...payment, amount: 100, key: newId() });
  expect(early).toEqual({ status: "failed", ref: null, code: "not_refundable" });
  await gateway().capture(payment);
  const key = newId();
  const first = await gateway().refund({ ...payment, amount: 1500, key });
  expect(first.status).toBe("succeeded");
  expect(await gateway().refund({ ...payment, amount: 1500, key })).toEqual(first);
  expect((await gateway().refund({ ...payment, amount: 2501, key: newId() })).status).toBe("failed");
  const rest = await Promise.all([1, 2, 3, 4].map(() => gateway().refund({ ...payment, amount: 2500, key: newId() })));
  expect(rest.filter(({ status }) => status === "succeeded")).toHaveLength(1);
  expect(await refundOf()).toEqual([1500, 2500]);
});

describe("cards that are kept", () => {
  const pays = async (number: string, more: object = {}) => {
    const data = { card: { number, expiry: "04/31" } };
    const charge = {
      id: newId(),
      sellerId,
      cartId: newId(),
      amount: 4000,
      currency: "USD",
      data,
      returnUrl: "",
      ...more,
    };
    return { charge, standing: await gateway().authorize(charge) };
  };
  const keeps = async (number: string) => {
    const { charge, standing } = await pays(number, { keeps: true });
    if (standing.status === "requires_action")
      await completeTestChallenge(
        { databaseOf: (id) => server.connections.forSeller(id), origin: "" },
        sellerId,
        standing.ref,
        true,
      );
    const ref = "ref" in standing ? (standing.ref ?? "") : "";
    return gateway().findSavedMethod?.({ sellerId, id: charge.id, ref });
  };

  test("one by its brand, its last four digits and its month, and only where it was agreed to", async () => {
    expect(await keeps("4242 4242 4242 4242")).toMatchObject({
      brand: "visa",
      last4: "4242",
      exp_month: 4,
      exp_year: 2031,
    });
    const { charge, standing } = await pays("4242424242424242");
    expect(
      await gateway().findSavedMethod?.({
        sellerId,
        id: charge.id,
        ref: "ref" in standing ? (standing.ref ?? "") : "",
      }),
    ).toBeUndefined();
  });
  test("a debit that clears later is not kept, and not taken for it", async () =>
    expect((await pays("4000000000000077", { keeps: true })).standing).toMatchObject({ code: "method_not_kept" }));
  test.each([
    ["5555555555554444", { status: "authorized" }],
    ["4000000000000341", { status: "failed", code: "card_declined" }],
    ["4000000000003220", { status: "failed", code: "authentication_required" }],
  ])("%s, charged without its payer", async (number, expected) => {
    const by = await keeps(number);
    const { charge, standing } = await pays("", { data: {}, by });
    expect(standing).toMatchObject(expected);
    expect(await gateway().authorize(charge)).toEqual(standing);
  });
  test("one of another customer is not there (T68)", async () => {
    const [own, other] = [await keeps("4242424242424242"), await keeps("4242424242424242")];
    const { standing } = await pays("", { data: {}, by: { ref: own?.ref, customer: other?.customer } });
    expect(standing).toMatchObject({ status: "failed", code: "method_gone" });
  });
});
