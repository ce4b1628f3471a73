import type { Cart, CartReply, Ticket } from "@foyer/contract/shop/cart.ts";
import { cartLimits } from "@foyer/contract/limits.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { computeTotals, type Totals } from "@foyer/rules/pricing/totals.ts";
import type { Database } from "../../../db/connections.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { transactPipelined } from "../../../db/transact.ts";
import type { RequestContext, Visitor } from "../../../http/requestContext.ts";
import { cardGatewayOf } from "../../../providers/payments/gatewayRegistry.ts";
import { publicGatewayConfig } from "../../../providers/payments/publicConfig.ts";
import { readCartCodes, readCartDiscounts, readCheckoutRules } from "../../codes/codeContext.ts";
import { canExpire } from "../access/cartAccess.ts";
import {
  discountsOfOrder,
  withStayingDiscounts,
  orderOfCart,
  withStayingTickets,
  viewCartChange,
  type CartChangeView,
} from "../change/cartChangeView.ts";
import { changeBlocks, changeTotals, dueOf, presentCartChange } from "../change/presentCartChange.ts";
import { cartsOfOrders, readOrdersOfCarts } from "../change/readOrdersOfCarts.ts";
import { checkoutBlocksIn, findBlockingRules, visitWindowOf } from "./checkoutBlocks.ts";
import { anchorOfLines, presentCartLines } from "./presentCartLines.ts";
import { presentCartMods, type AppliedRules } from "./presentCartMods.ts";
import { presentGiftCards } from "./giftCardsOfCart.ts";
import { presentBalance } from "./presentBalance.ts";
import { membershipActionIn } from "../members/membershipActionIn.ts";
import type { CartRow } from "./cartRow.ts";
import { cartRows } from "./readCart.sql.ts";
import { byId, readCartTickets, type CartTicket } from "./readCartTickets.ts";

/** A cart and its reader. An undefined visitor means the application itself, which sees everything. */
export type CartView = { readonly cart_id: string; readonly visitor: Visitor | null | undefined };

/** One cart as this visitor may see it; without a visitor, as the application sees it. The cart must exist. */
export const readCart = async (
  ctx: Pick<RequestContext, "db" | "seller"> & { readonly visitor?: Visitor | null },
  cart_id: string,
): Promise<CartReply> => {
  const [reply] = await readCarts(ctx.db, ctx.seller, [{ cart_id, visitor: ctx.visitor }]);
  if (!reply) throw new Error("Cart not found.");
  return reply;
};

/** Replies in the order of `views`; undefined for an unknown cart. */
export const readCarts = async (
  db: Database,
  seller: Seller,
  views: readonly CartView[],
): Promise<(CartReply | undefined)[]> => {
  if (views.length === 0) return [];
  const ids = [...new Set(views.map(({ cart_id }) => cart_id))];
  // Planning these statements costs more than running them, so prepared plans are kept.
  const read = await (db.isTransaction
    ? readRowsOfCarts(db, seller, ids)
    : transactPipelined(db, (pipeline) => readRowsOfCarts(pipeline, seller, ids)));
  const carts = byId(read.rows);
  return views.map(({ cart_id, visitor }) => {
    const row = carts.get(cart_id);
    if (!row) return undefined;
    const own = read.tickets.get(cart_id) ?? [];
    const order = read.orders.get(cart_id);
    const booked = (row.change && read.tickets.get(row.change.order_cart_id)) ?? [];
    const ofCart = { codes: read.codes.get(cart_id) ?? [], discounts: read.discounts.get(cart_id) ?? [] };
    const change =
      order && row.change
        ? viewCartChange(seller, orderOfCart(order, read.ofOrders), row.change, { own, booked })
        : undefined;
    return presentCartReply(seller, row, own, visitor, { ...ofCart, rules: read.rules, change });
  });
};

/** Reads everything that replies about carts contain, including the carts whose orders they change. */
const readRowsOfCarts = async (pipeline: Pipeline, seller: Seller, ids: readonly string[]) => {
  const [rows, rules] = await Promise.all([cartRows(pipeline, seller.id, ids), readCheckoutRules(pipeline, seller.id)]);
  const changes = rows.filter(({ state, change }) => state === "pending" && change !== null);
  const withOrders = [...new Set([...ids, ...cartsOfOrders(changes)])];
  const [orders, codes, discounts, tickets] = await Promise.all([
    readOrdersOfCarts({ pipeline, seller }, changes),
    readCartCodes(pipeline, seller.id, withOrders),
    readCartDiscounts(pipeline, seller.id, withOrders),
    readCartTickets(pipeline, seller.id, withOrders),
  ]);
  return {
    rows,
    rules,
    orders,
    tickets,
    codes: Map.groupBy(codes, (code) => code.cart_id),
    discounts: Map.groupBy(discounts, (discount) => discount.cart_id),
    ofOrders: { codes, discounts },
  };
};

/** What applies to a cart, and the change of an order that it makes. */
type AppliedState = AppliedRules & { readonly change?: CartChangeView | undefined };

/** Builds every Cart reply, from rows that were read or have just been written. */
export const presentCartReply = (
  seller: Seller,
  row: CartRow,
  tickets: readonly CartTicket[],
  visitor: Visitor | null | undefined,
  applied: AppliedState,
): CartReply => {
  const isOwner = visitor === undefined || row.identity_id === visitor?.identity_id;
  const shown = withStayingTickets(tickets, applied.change);
  return {
    cart: { _data: [presentCart(seller, row, { own: tickets, shown }, { isOwner, ...applied })] },
    ticket: { _data: shown.map((ticket) => presentTicket(seller, ticket, isOwner)) },
  };
};

const presentCart = (
  seller: Seller,
  row: CartRow,
  { own, shown: tickets }: { readonly own: readonly CartTicket[]; readonly shown: readonly CartTicket[] },
  { isOwner, change, ...applied }: AppliedState & { readonly isOwner: boolean },
): Cart => {
  const currency = seller.default_currency_code;
  const payments = row.payments ?? [];
  const paid = payments.map((payment) => payment.amount - payment.refunded);
  const totals = change ? changeTotals(change, tickets, paid) : computeTotals(tickets, paid);
  // Only a pending cart with tickets or a change of an order expires, and only until it is partly paid.
  const hasExpiry = row.state === "pending" && canExpire(row, tickets.length > 0) && !row.part_paid;
  const lines = presentCartLines(seller, tickets);
  const action = membershipActionIn(own, applied.codes);
  const codes = [...(change?.codes ?? []), ...applied.codes];
  const blockingRules = row.state === "pending" ? findBlockingRules(tickets, { ...applied, codes }) : [];
  const discounts =
    row.state === "completed"
      ? discountsOfOrder(applied.discounts, tickets)
      : withStayingDiscounts(applied.discounts, change);
  return {
    id: row.id,
    cart_number: String(row.cart_number),
    state: row.state,
    expires_at: hasExpiry ? row.expires_at : null,
    expires_in: hasExpiry ? row.expires_in : null,
    extensions_left: hasExpiry && !row.at_most_reached ? cartLimits.extensions - row.extensions : 0,
    identity_id: isOwner ? row.identity_id : null,
    owned_by_public_identity: row.owner_kind !== "user",
    editable: isOwner && row.state === "pending" && !row.part_paid,
    currency,
    lines,
    cart_mods: presentCartMods(seller, { ...applied, discounts }, blockingRules, {
      isOwner,
      isChange: change !== undefined,
    }),
    cart_fees: [presentFee(seller, totals, change ? dueOf(change) : totals.total)],
    blocking_rules:
      row.state === "pending"
        ? [...changeBlocks(seller, change), ...checkoutBlocksIn(seller, tickets, blockingRules)]
        : [],
    ...presentBalance(seller, row, change ? [] : tickets, totals),
    completed_payments: payments.map(({ id, created_at, amount, refunded, state, gateway_id }) => ({
      id,
      occurred_date: Temporal.Instant.from(created_at).toString(),
      amount: toDecimal(amount, currency),
      ...(refunded > 0 && { refunded: toDecimal(refunded, currency) }),
      status: state,
      gateway_id,
    })),
    gift_cards: presentGiftCards(row.gift_cards, isOwner),
    anchor: anchorOfLines(lines),
    visit_window: visitWindowOf(seller, tickets),
    giftee: isOwner && action === "gift" ? row.giftee : null,
    membership_action: action,
    member_tickets: tickets.filter((ticket) => ticket.is_member_ticket).length,
    ticket_order_id: isOwner ? row.ticket_order_id : null,
    payment_in_progress: row.state === "pending" && row.paying,
    change: change ? presentCartChange(seller, change) : null,
  };
};

/** `due` is the total amount to be paid. */
const presentFee = (seller: Seller, totals: Totals, due: Minor): Cart["cart_fees"][number] => {
  const money = (amount: number) => toDecimal(amount, seller.default_currency_code);
  // Free carts need no card.
  const gateway_id = due === 0 ? "free" : cardGatewayOf(seller);
  const cardSettings = gateway_id === "free" ? undefined : publicGatewayConfig(seller);
  return {
    gateway_id,
    account_id: null,
    pmc_id: cardSettings?.pmc_id ?? null,
    publishable_key: cardSettings?.publishable_key ?? null,
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

/**
 * Only the owner sees the attendee and the scan code; the code of a ticket that was sent on is hidden from the owner too.
 */
export const presentTicket = (seller: Seller, row: CartTicket, isOwner: boolean): Ticket => ({
  id: row.id,
  state: row.state,
  ticket_order_id: isOwner ? row.ticket_order_id : null,
  ticket_type_id: row.ticket_type_id,
  ticket_group_id: row.ticket_group_id,
  event_template_id: row.event_template_id,
  event_session_id: row.event_session_id,
  admit_name: isOwner ? row.admit_name : null,
  admit_email: isOwner ? row.admit_email : null,
  face_value: toDecimal(row.face_value, seller.default_currency_code),
  adjusted_value: toDecimal(row.adjusted_value, seller.default_currency_code),
  start_datetime: row.start_datetime,
  timezone: row.timezone,
  seat_template_id: row.seat_id,
  seat_name: row.seat_name,
  scan_code: isOwner && row.sending_id === null ? row.scan_code : null,
  handler_data: isOwner ? row.handler_data : null,
});
