import { expect } from "vitest";
import type { TestApp } from "../app/testApp.ts";
import { createTestEvent, type EventOverrides, type TestShop } from "../shop/createTestShop.ts";
import { cards, TestBuyer } from "../shop/testBuyer.ts";
import { ticketLine } from "../shop/ticketLine.ts";
import { createChangeShop, everyChange, orderOf } from "./changedOrders.ts";

/** Two sessions on one day and one on the next. */
const visitSessions = [
  { inDays: 7, at: "10:00" },
  { inDays: 7, at: "14:00" },
  { inDays: 8, at: "10:00" },
];

export const openVisitShop = (server: TestApp, event: EventOverrides = {}): Promise<TestShop> =>
  createChangeShop(server, everyChange, { sessions: visitSessions, ...event });

/** Buys these lines, with codes if there are any. */
export const buyLines = async (buyer: TestBuyer, add: readonly object[], codes: readonly string[] = []) => {
  const { body } = await buyer.post("/my/cart/modify", { add, preReservePromoCodes: { codes } });
  expect(body._data?.[0]).toBeUndefined();
  const [cart] = body.cart._data;
  if (cart.outstanding_balance === "0") await buyer.payFree(cart);
  else await buyer.pay(cart, cards.good);
  const reply = await buyer.checkOut(cart);
  return { order: orderOf(reply), rows: reply.body.ticket._data };
};

/** An order of an admission at ten with a tour, which requires an admission on the same day. */
export const buyVisit = async (server: TestApp) => {
  const shop = await openVisitShop(server);
  const configuration = { ledger_id: "cards", self_edit: everyChange, upsells: { visit_time: "same_date" } };
  await server.db
    .updateTable("seller")
    .set({
      web: JSON.stringify({ admission_event_id: shop.event.id }),
      configuration: JSON.stringify(configuration),
    })
    .where("id", "=", shop.seller_id)
    .execute();
  const tour = await createTestEvent(server.db, shop, {
    name: "Tour",
    meta: JSON.stringify({ requires_anchor: true }),
    sessions: [
      { inDays: 7, at: "16:00" },
      { inDays: 8, at: "16:00" },
    ],
  });
  const buyer = new TestBuyer(server, shop);
  const { order, rows } = await buyLines(buyer, [ticketLine(shop.event, 1), ticketLine(tour, 1)]);
  const idOf = (event_id: string): string =>
    rows.find(({ event_template_id }: { event_template_id: string }) => event_template_id === event_id).id;
  return { shop, tour, buyer, order, admission: idOf(shop.event.id), addOn: idOf(tour.id) };
};
