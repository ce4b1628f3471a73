import { beforeEach, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, recordPrices } from "../../../../test/shop/testBuyer.ts";
import type { CheckoutContext as Paying } from "../context.ts";
import { refundPayment } from "./refundPayment.ts";

let server: TestApp;
let shop: TestShop;

setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
});

const paying = async (): Promise<Paying> => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("no seller");
  return {
    db: server.connections.forSeller(shop.seller_id),
    seller,
    providers: testProviders(server),
  };
};
const rowsOf = async (table: "payment" | "refund" | "test_gateway_refund" | "payment_audit" | "transition") =>
  (await server.db
    .selectFrom(table as "payment")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .execute()) as unknown as Record<string, unknown>[];
const bought = async (quantity = 2): Promise<string> => {
  expect((await new TestBuyer(server, shop).buy(quantity)).body.outcome).toBe("completed");
  return String((await rowsOf("payment"))[0]?.id);
};

describe("refundPayment", () => {
  test("refunds a part and then the rest, and no more", async () => {
    const payment_id = await bought();
    const from = await paying();
    expect(await refundPayment(from, { payment_id, amount: 1500, reason: "requested" })).toMatchObject({
      state: "succeeded",
      amount: 1500,
    });
    expect(await rowsOf("payment")).toMatchObject([{ state: "captured", refunded: 1500, refunding: 0 }]);
    expect(await refundPayment(from, { payment_id, amount: 2501, reason: "requested" })).toBeUndefined();
    expect(await refundPayment(from, { payment_id, reason: "requested" })).toMatchObject({
      state: "succeeded",
      amount: 2500,
    });
    expect(await refundPayment(from, { payment_id, reason: "requested" })).toBeUndefined();
    expect(await rowsOf("payment")).toMatchObject([{ state: "refunded", refunded: 4000 }]);
    const audits = (await rowsOf("payment_audit")).map(
      ({ audit_action, amount }) => `${String(audit_action)} ${String(amount)}`,
    );
    expect(audits.toSorted()).toEqual(["capture 4000", "refund 1500", "refund 2500"]);
    const moves = (await rowsOf("transition")).filter(({ entity }) => entity === "payment");
    expect(moves.map(({ from_state, to_state }) => `${String(from_state)} ${String(to_state)}`)).toContain(
      "captured refunded",
    );
  });

  test("refunds nothing of a payment that was not captured", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await buyer.pay(cart, "4242424242424242");
    const payment_id = String((await rowsOf("payment"))[0]?.id);
    expect(await refundPayment(await paying(), { payment_id, reason: "requested" })).toBeUndefined();
    expect(await rowsOf("refund")).toEqual([]);
    await buyer.checkOut(cart);
  });
});

describe("twenty simultaneous refunds", () => {
  test("return no more than was paid", async () => {
    const payment_id = await bought();
    const from = await paying();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => refundPayment(from, { payment_id, amount: 1500, reason: "requested" })),
    );
    expect(answers.filter((answer) => answer.status === "rejected")).toEqual([]);
    expect(answers.filter((answer) => answer.status === "fulfilled" && answer.value !== undefined)).toHaveLength(2);
    expect(await rowsOf("refund")).toHaveLength(2);
    expect(await rowsOf("payment")).toMatchObject([{ state: "captured", refunded: 3000, refunding: 0 }]);
    expect(await rowsOf("test_gateway_refund")).toHaveLength(2);
  });
});
