import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../db/newId.ts";
import { makeShop } from "../../db/testShop.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { testGateway } from "./test.ts";

let server: TestApp;
let sellerId: string;
beforeAll(async () => {
  server = await openTestApp();
  sellerId = (await makeShop(server.db)).seller_id;
});
afterAll(() => server.close());

const gateway = () => testGateway({ databaseOf: (id) => server.connections.of(id), origin: "http://localhost" });
const promised = async () => {
  const id = newId();
  const data = { card: { number: "4242424242424242" } };
  const charge = { id, sellerId, cartId: newId(), amount: 4000, currency: "USD", data, returnUrl: "" };
  const standing = await gateway().authorize(charge);
  return { sellerId, id, ref: standing.status === "authorized" ? standing.ref : "" };
};
const given = async () =>
  (
    await server.db
      .selectFrom("test_gateway_refund")
      .select("amount")
      .where("seller_id", "=", sellerId)
      .orderBy("created_at")
      .execute()
  ).map(({ amount }) => amount);

test("money is given back in parts, each once, and never more than was taken", async () => {
  const payment = await promised();
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
  expect(await given()).toEqual([1500, 2500]);
});
