import { expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { openEditing, quayCatalogue } from "../../../../test/office/catalogueShop.ts";
import { orderOf, refusalOf } from "../../../../test/orders/changedOrders.ts";
import { changeStates, openChange } from "../../../../test/orders/requestChange.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** A museum whose buyers may change their orders. */
const catalogue = (slug: string): string =>
  quayCatalogue(slug).replace(
    "timezone: America/New_York }",
    "timezone: America/New_York, configuration: { self_edit: { enabled: true, anon_editing: true } } }",
  );

test.each([
  ["free", 0],
  ["dearer", 1],
])("a %s change is not confirmed at a time that its buyer was not shown", async (_, bought) => {
  const { shop, manager } = await openEditing(server, catalogue);
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(1, shop.group.types[bought]?.id);
  await buyer.pay(cart, cards.good);
  const order = orderOf(await buyer.checkOut(cart));
  const [, to] = shop.event.sessions;
  const session_id = to?.id ?? "";
  const change = await openChange(buyer, {
    order,
    gives_up: order.tickets,
    add: [{ session_id, type_id: shop.type.id, quantity: 1 }],
  });
  await manager.post("/catalogue/events/visit/sessions/change", {
    session_ids: [session_id],
    change: { move_minutes: 30 },
    reason: "The boat comes later",
    expected: { orders: 0 },
  });
  const due = change.payment_due_by_credit_card;
  expect(due).toBe(bought === 0 ? "0" : "11.50");
  const tender = bought === 0 ? { gateway_id: "free", amount: "0" } : cardTender(1150);
  const pay = (start: string) => buyer.post(`/my/cart/${change.id}/pay?starts=${session_id}@${start}`, [tender]);
  const shown = to?.start_datetime ?? "";
  expect(refusalOf(await pay(shown))).toBe("409 event_session_moved");
  expect(await changeStates(server, order)).toEqual(["pending"]);
  expect((await pay(Temporal.Instant.from(shown).add({ minutes: 30 }).toString())).status).toBe(200);
  expect((await buyer.checkOut(change, {})).status).toBe(200);
  expect(await changeStates(server, order)).toEqual(["completed"]);
});
