import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/**
 * A sale of two tickets at 20.00 with these means, of which an amount is to be refunded: the refund waits at the counter.
 */
const refundedSale = async (means: readonly object[], amount: string) => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["manager"]);
  await clerk.post("/till/open", { float: "0" });
  const sold = await clerk.post("/counter_sales", {
    sale_id: newId(),
    event_template_id: shop.event.id,
    event_session_id: shop.session.id,
    tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
    means,
    email: null,
  });
  const { order_number } = sold.body;
  const { version } = (await clerk.get(`/orders/${order_number}`)).body;
  const made = await clerk.post(`/orders/${order_number}/refund`, { version, amount, reason: "Rain" });
  expect(made.status).toBe(200);
  const [refund] = await server.db
    .selectFrom("refund")
    .select(["id", "state"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const stateNow = async () =>
    (
      await server.db
        .selectFrom("refund")
        .select("state")
        .where("id", "=", refund?.id ?? "")
        .executeTakeFirst()
    )?.state;
  const payOut = (body: object = {}, by = clerk) => by.post(`/till/refunds/${refund?.id}/pay_out`, body);
  return { shop, clerk, refund, stateNow, payOut };
};
const cash = [{ kind: "cash", amount: "40.00" }];

test("a refund of a cash sale waits, and is paid out of an open till once", async () => {
  const { clerk, stateNow, payOut } = await refundedSale(cash, "15.00");
  expect(await stateNow()).toBe("pending");
  const paid = await payOut();
  expect([paid.status, paid.body]).toEqual([200, { amount: "15.00", currency: "USD" }]);
  expect(await stateNow()).toBe("succeeded");
  expect(refusalOf(await payOut())).toBe("422 refund_too_much");
  const counted = await clerk.post("/till/count", { counts: [{ value: "5.00", count: 5 }] });
  expect(counted.body.till.count).toMatchObject({ expected: "25.00", difference: "0" });
});

test("without an open till, or with too little in it, no cash goes back", async () => {
  const { shop, clerk, stateNow, payOut } = await refundedSale(cash, "15.00");
  await clerk.post("/till/moves", { kind: "out", amount: "30.00", reason: "To the bank" });
  expect(refusalOf(await payOut())).toBe("409 till_short");
  const colleague = await signedIn(server, shop, ["box_office"]);
  expect(refusalOf(await payOut({}, colleague))).toBe("409 till_closed");
  await colleague.post("/till/open", { float: "20.00" });
  expect((await payOut({}, colleague)).status).toBe(200);
  expect(await stateNow()).toBe("succeeded");
});

test("a card that another terminal charged is refunded with that terminal's receipt, and takes no cash", async () => {
  const { clerk, payOut } = await refundedSale([{ kind: "terminal", amount: "40.00", slip: "17" }], "40.00");
  const refused = await payOut();
  expect([refusalOf(refused), refused.body._data[0]._extra]).toEqual(["422 validation_failed", { fields: ["slip"] }]);
  expect((await payOut({ slip: "18" })).status).toBe(200);
  expect((await clerk.post("/till/count", { counts: [] })).body.till.count.expected).toBe("0");
});

test("refunds of cards that a provider charges, and of other sellers, are not paid out here", async () => {
  const { refund } = await refundedSale(cash, "15.00");
  const shop = await createDeskShop(server);
  const stranger = await signedIn(server, shop, ["owner"]);
  await stranger.post("/till/open", { float: "100.00" });
  expect(refusalOf(await stranger.post(`/till/refunds/${refund?.id}/pay_out`, {}))).toBe("404 not_found");
});

test("waiting refunds are listed with their order until they are paid out", async () => {
  const { clerk, refund, payOut } = await refundedSale([{ kind: "terminal", amount: "40.00", slip: "17" }], "25.00");
  const listed = await clerk.get("/till/refunds");
  expect([listed.status, listed.body]).toMatchObject([
    200,
    {
      refunds: [{ refund_id: refund?.id, amount: "25.00", currency: "USD", gateway_id: "terminal", slip: "17" }],
      is_cut: false,
    },
  ]);
  expect(listed.body.refunds[0].order_number).toBeGreaterThan(0);
  const stranger = await signedIn(server, await createDeskShop(server), ["owner"]);
  expect((await stranger.get("/till/refunds")).body.refunds).toEqual([]);
  await payOut({ slip: "18" });
  expect((await clerk.get("/till/refunds")).body.refunds).toEqual([]);
});
