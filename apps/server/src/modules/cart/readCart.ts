import type { Cart, CartReply, Ticket } from "@foyer/contract/cart.ts";
import { cartLimits } from "@foyer/contract/limits.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import { toWire } from "@foyer/rules/money.ts";
import { totalsOf, type Totals } from "@foyer/rules/totals.ts";
import type { Database } from "../../db/connect.ts";
import type { Ask, Visitor } from "../../http/ask.ts";
import { cardFaceOf } from "../../outside/payments/cardFace.ts";
import { codesOfCarts, discountsOfCarts, rulesOf } from "../codes/codeDesk.ts";
import { blocksIn, rulesAgainst, visitWindowOf } from "./blocks.ts";
import { anchorOf, linesOf } from "./cartLines.ts";
import { modsOf, type Ruled } from "./cartMods.ts";
import { shownGiftCards } from "./giftCardsOfCart.ts";
import { dueOf } from "./dueOf.ts";
import { membershipActionIn } from "./membershipActionIn.ts";
import type { CartRow } from "./cartRow.ts";
import { cartRows } from "./readCart.sql.ts";
import { byId, ticketsOfCarts, type TicketOfCart } from "./ticketsOfCarts.ts";

/** A cart and who looks at it. Without `visitor` the house itself looks, and sees all. */
export type Viewed = { readonly cart_id: string; readonly visitor: Visitor | null | undefined };

/** One cart as this visitor may see it; without a visitor in `ask`, as the house sees it. The caller knows that there is one. */
export const readCart = async (
  ask: Pick<Ask, "db" | "seller"> & { readonly visitor?: Visitor | null },
  cart_id: string,
): Promise<CartReply> => {
  const [reply] = await readCarts(ask.db, ask.seller, [{ cart_id, visitor: ask.visitor }]);
  if (!reply) throw new Error("There is no such cart.");
  return reply;
};

/** Replies in the order asked for; undefined where there is no such cart. */
export const readCarts = async (
  db: Database,
  seller: Seller,
  viewed: readonly Viewed[],
): Promise<(CartReply | undefined)[]> => {
  if (viewed.length === 0) return [];
  const ids = [...new Set(viewed.map(({ cart_id }) => cart_id))];
  const rows = await cartRows(db, seller.id, ids);
  const codes = await codesOfCarts(db, seller.id, ids);
  const rules = await rulesOf(db, seller.id);
  const discounts = Map.groupBy(await discountsOfCarts(db, seller.id, ids), (discount) => discount.cart_id);
  const carts = byId(rows);
  const codesOf = Map.groupBy(codes, (code) => code.cart_id);
  const tickets = await ticketsOfCarts(db, seller.id, ids);
  return viewed.map(({ cart_id, visitor }) => {
    const row = carts.get(cart_id);
    const house = { codes: codesOf.get(cart_id) ?? [], rules, discounts: discounts.get(cart_id) ?? [] };
    return row && cartReply(seller, row, tickets.get(cart_id) ?? [], visitor, house);
  });
};

/** The only place where a Cart is put together, from rows that were read or that were just written. */
export const cartReply = (
  seller: Seller,
  row: CartRow,
  tickets: readonly TicketOfCart[],
  visitor: Visitor | null | undefined,
  ruled: Ruled,
): CartReply => {
  const own = visitor === undefined || row.identity_id === visitor?.identity_id;
  return {
    cart: { _data: [cartOf(seller, row, tickets, { own, ...ruled })] },
    ticket: { _data: tickets.map((ticket) => ticketOf(seller, ticket, own)) },
  };
};

const cartOf = (
  seller: Seller,
  row: CartRow,
  tickets: readonly TicketOfCart[],
  { own, ...ruled }: Ruled & { readonly own: boolean },
): Cart => {
  const currency = seller.default_currency_code;
  const payments = row.payments ?? [];
  const totals = totalsOf(
    tickets,
    payments.map((payment) => payment.amount - payment.refunded),
  );
  // Only a pending cart with something in it has a time that runs, until a part of it is paid.
  const runs = row.state === "pending" && tickets.length > 0 && !row.part_paid;
  const lines = linesOf(seller, tickets);
  const action = membershipActionIn(tickets, ruled.codes);
  const inTheWay = row.state === "pending" ? rulesAgainst(tickets, ruled) : [];
  return {
    id: row.id,
    cart_number: String(row.cart_number),
    state: row.state,
    expires_at: runs ? row.expires_at : null,
    expires_in: runs ? row.expires_in : null,
    extensions_left: runs && !row.at_most_reached ? cartLimits.extensions - row.extensions : 0,
    identity_id: own ? row.identity_id : null,
    owned_by_public_identity: row.owner_kind !== "user",
    editable: own && row.state === "pending" && !row.part_paid,
    currency,
    lines,
    cart_mods: modsOf(seller, ruled, inTheWay, own),
    cart_fees: [feeOf(seller, totals)],
    blocking_rules: row.state === "pending" ? blocksIn(seller, tickets, inTheWay) : [],
    ...dueOf(seller, row, tickets, totals),
    completed_payments: payments.map(({ id, created_at, amount, state, gateway_id }) => ({
      id,
      occurred_date: Temporal.Instant.from(created_at).toString(),
      amount: toWire(amount, currency),
      status: state,
      gateway_id,
    })),
    gift_cards: shownGiftCards(row.gift_cards, own),
    anchor: anchorOf(lines),
    visit_window: visitWindowOf(seller, tickets),
    giftee: own && action === "gift" ? row.giftee : null,
    membership_action: action,
    ticket_order_id: own ? row.ticket_order_id : null,
    payment_in_progress: row.state === "pending" && row.paying,
  };
};

const feeOf = (seller: Seller, totals: Totals): Cart["cart_fees"][number] => {
  const money = (amount: number) => toWire(amount, seller.default_currency_code);
  // What costs nothing needs no card.
  const gateway_id = totals.total === 0 ? "free" : (seller.configuration.gateway ?? "test");
  const face = gateway_id === "stripe" ? cardFaceOf(seller) : undefined;
  return {
    gateway_id,
    account_id: null,
    pmc_id: face?.pmc_id ?? null,
    publishable_key: face?.publishable_key ?? null,
    face_value: money(totals.fee_fixed + totals.fee_percent),
    grand_totals: {
      total_before_cartmod_price: money(totals.subtotal),
      total_fee_fixed_outside: money(totals.fee_fixed),
      total_fee_percent_outside: money(totals.fee_percent),
      total_cartmod_amount: money(totals.discount),
      total_payments: money(totals.payments),
      total_outstanding: money(Math.max(0, totals.outstanding)),
    },
  };
};

/** Of somebody else's ticket neither its guest nor its code is told. */
export const ticketOf = (seller: Seller, row: TicketOfCart, own: boolean): Ticket => ({
  id: row.id,
  state: row.state,
  ticket_order_id: own ? row.ticket_order_id : null,
  ticket_type_id: row.ticket_type_id,
  ticket_group_id: row.ticket_group_id,
  event_template_id: row.event_template_id,
  event_session_id: row.event_session_id,
  admit_name: own ? row.admit_name : null,
  admit_email: own ? row.admit_email : null,
  face_value: toWire(row.face_value, seller.default_currency_code),
  adjusted_value: toWire(row.adjusted_value, seller.default_currency_code),
  start_datetime: row.start_datetime,
  timezone: row.timezone,
  seat_name: row.seat_name,
  scan_code: own ? row.scan_code : null,
  handler_data: own ? row.handler_data : null,
});
