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

const gateway = () => testGateway({ databaseOf: (id) => server.connections.forSeller(id) });
const authorized = async () => {
  const id = newId();
  const data = { card: { number: "4242424242424242" } };
  const charge = { id, sellerId, cartId: newId(), amount: 4000, currency: "USD", data, returnUrl: "" };
  const status = await gateway().authorize(charge);
  return { sellerId, id, ref: status.status === "authorized" ? status.ref : "" };
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

test("refunds in parts, each once, up to the amount captured", async () => {
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

describe("saved cards", () => {
  const pay = async (number: string, more: object = {}) => {
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
    return { charge, status: await gateway().authorize(charge) };
  };
  const save = async (number: string) => {
    const { charge, status } = await pay(number, { savesMethod: true });
    if (status.status === "requires_action")
      await completeTestChallenge(
        { databaseOf: (id) => server.connections.forSeller(id) },
        { sellerId, intentId: status.ref, isApproved: true },
      );
    const ref = "ref" in status ? (status.ref ?? "") : "";
    return gateway().findSavedMethod?.({ sellerId, id: charge.id, ref });
  };

  test("saved cards have a brand, last digits and expiry, and need consent", async () => {
    expect(await save("4242 4242 4242 4242")).toMatchObject({
      brand: "visa",
      last4: "4242",
      exp_month: 4,
      exp_year: 2031,
    });
    const { charge, status } = await pay("4242424242424242");
    expect(
      await gateway().findSavedMethod?.({
        sellerId,
        id: charge.id,
        ref: "ref" in status ? (status.ref ?? "") : "",
      }),
    ).toBeUndefined();
  });
  test("a delayed debit is neither saved nor charged", async () =>
    expect((await pay("4000000000000077", { savesMethod: true })).status).toMatchObject({ code: "method_not_kept" }));
  test.each([
    ["5555555555554444", { status: "authorized" }],
    ["4000000000000341", { status: "failed", code: "card_declined" }],
    ["4000000000003220", { status: "failed", code: "authentication_required" }],
  ])("%s is charged without its payer", async (number, expected) => {
    const savedMethod = await save(number);
    const { charge, status } = await pay("", { data: {}, savedMethod });
    expect(status).toMatchObject(expected);
    expect(await gateway().authorize(charge)).toEqual(status);
  });
  test("4000000000003220 asks its owner to confirm when they choose it", async () => {
    const saved = await save("4000000000003220");
    if (!saved) throw new Error("Nothing was saved.");
    const { status } = await pay("", { data: {}, savedMethod: { ...saved, isPayerPresent: true } });
    expect(status).toMatchObject({ status: "requires_action" });
  });
  test("a card of another customer is not found", async () => {
    const [own, other] = [await save("4242424242424242"), await save("4242424242424242")];
    const { status } = await pay("", { data: {}, savedMethod: { ref: own?.ref, customer: other?.customer } });
    expect(status).toMatchObject({ status: "failed", code: "method_gone" });
  });
});
