import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createRenewalShop, joinAsMember } from "../../../test/accounts/renewals.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyLines } from "../../../test/orders/boughtLines.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  fetchActions,
  refusalOf,
  shopRows,
  shopStates,
  ticketOfEvent,
  withLink,
  type TestOrder,
} from "../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange } from "../../../test/orders/requestChange.ts";
import { venueMoves, venueQuotesMove } from "../../../test/orders/venueChanges.ts";
import { createTestEvent, type EventOverrides, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { donationEvent, passEvent } from "../../../test/shop/undatedEvents.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const giftCard: EventOverrides = {
  name: "Gift card",
  groups: [{ handler: "ledger", types: [{ name: "Card", currency_amount: 5000 }] }],
};
const fixedDates: EventOverrides = {
  name: "Any day in June",
  groups: [{ start_policy: "fixedfrom", start_policy_date: "2030-06-01", duration_new: "P1M", types: [{}] }],
};

/** An admission on the first of two days, bought together with something that has no session. */
const buyWith = async (other: EventOverrides) => {
  const shop = await createChangeShop(server, everyChange, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
  const event = await createTestEvent(server.db, shop, { sessions: [], ...other });
  await recordPrices(server, shop);
  const lines = [ticketLine(shop.event, 1), ticketLine(event, 1, { session: null })];
  const { order } = await buyLines(new TestBuyer(server, shop), lines);
  const [admission, outside] = [
    await ticketOfEvent(server, shop, shop.event),
    await ticketOfEvent(server, shop, event),
  ];
  return { shop, order, admission, outside };
};
const actionsOf = async (shop: TestShop, order: TestOrder, ticket: string) =>
  (await fetchActions(withLink(server, shop), order)).body.ticket._data.find(
    ({ ticket_id }: { ticket_id: string }) => ticket_id === ticket,
  );
const described = (reply: Awaited<ReturnType<typeof requestChange>>): string =>
  `${refusalOf(reply)}: ${reply.body._data?.[0]?._description}`;
const onlySessions =
  "Only tickets for a session can be moved. Cancel passes, memberships, gift cards and donations, and sell them again.";

describe.each([
  { what: "a pass", other: passEvent },
  { what: "a ticket with dates of its own", other: fixedDates },
  { what: "a gift card", other: giftCard },
  { what: "a donation", other: donationEvent },
])("$what", ({ other }) => {
  test("is moved by nobody, and the reason is given", async () => {
    const { shop, order, outside } = await buyWith(other);
    const who = withLink(server, shop);
    const moved = await requestChange(who, order, { remove: [outside], add: newTickets(shop) });
    expect(described(moved)).toBe("403 access_denied: Please contact us to reschedule your tickets.");
    const to = { event_session_id: shop.event.sessions[1]?.id ?? "", ticket_ids: [outside] };
    for (const attempt of [venueQuotesMove, venueMoves])
      await expect(attempt(server, shop, order, to)).rejects.toMatchObject({
        code: "ticket_state_incorrect",
        description: onlySessions,
      });
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
    expect(await shopRows(server, "order_change", shop)).toEqual([]);
  });

  test("cannot be cancelled by its buyer, and offers nothing", async () => {
    const { shop, order, outside } = await buyWith(other);
    expect(await actionsOf(shop, order, outside)).toMatchObject({ actions: [], obstacle: "not_changeable" });
    const reply = await cancelTickets(withLink(server, shop), order, [outside]);
    expect(described(reply)).toBe("403 access_denied: You must contact us to cancel this order.");
  });

  test("stays when the rest of its order is cancelled, together with its price", async () => {
    const { shop, order, admission, outside } = await buyWith(other);
    const { body } = await cancelTickets(withLink(server, shop), order, [admission]);
    expect(body.cancellation).toMatchObject({ tickets: [{ ticket_id: admission }], refund: "20.00" });
    expect((await shopRows(server, "ticket", shop)).find(({ id }) => id === outside)).toMatchObject({
      state: "booked",
    });
  });

  test("stays when the rest of its order is moved, by its buyer or by the venue", async () => {
    const { shop, order, admission, outside } = await buyWith(other);
    const who = withLink(server, shop);
    const cart = changeCartOf(await requestChange(who, order, { remove: [admission], add: newTickets(shop) }));
    expect((await who.checkOut(cart, {})).body.outcome).toBe("completed");
    await venueMoves(server, shop, order, { event_session_id: shop.event.sessions[0]?.id ?? "" });
    const tickets = await shopRows(server, "ticket", shop);
    expect(tickets.find(({ id }) => id === outside)).toMatchObject({ state: "booked", ticket_order_id: order.id });
    expect(tickets.map(({ state }) => state).toSorted()).toEqual(["booked", "booked", "cancelled", "cancelled"]);
    expect(await shopRows(server, "refund", shop)).toEqual([]);
  });
});

test("a membership cannot be moved by anybody, nor cancelled by its buyer", async () => {
  const renewalShop = await createRenewalShop(server);
  const { shop } = renewalShop;
  const member = await joinAsMember(server, renewalShop);
  await sql`update seller set configuration = configuration || ${JSON.stringify({ self_edit: everyChange })}::jsonb
    where id = ${shop.seller_id}`.execute(server.db);
  const [ticket] = await shopRows(server, "ticket", shop);
  const id = String(ticket?.id);
  const cancelled = await member.buyer.post(`/ticket_order/${member.order_id}/cancel`, {
    gateway_data: {},
    tickets: [{ ticket_id: id }],
  });
  expect(described(cancelled)).toBe("403 access_denied: You must contact us to cancel this order.");
  const { sessions } = await createTestEvent(server.db, shop, { sessions: [{ inDays: 7 }] });
  const to = { event_session_id: sessions[0]?.id ?? "", ticket_ids: [id] };
  await expect(venueMoves(server, shop, { id: member.order_id }, to)).rejects.toMatchObject({
    code: "ticket_state_incorrect",
    description: onlySessions,
  });
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked"]);
});
