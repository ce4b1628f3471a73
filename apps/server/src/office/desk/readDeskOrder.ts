import type {
  DeskOrder,
  listMoveTargets,
  readDeskOrder,
  readOrderVersion,
} from "@foyer/contract/office/orders/deskOrder.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { orderState } from "@foyer/rules/orders/orderState.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { readOrderForChange } from "../../modules/aftersale/readOrderForChange.ts";
import { readEntries } from "../../modules/audit/entries.ts";
import { meansLabel } from "../../modules/cart/change/meansLabel.ts";
import type { ChangedOrder } from "../../modules/cart/change/readChangedOrder.ts";
import { readOpenOffer, type OpenOffer } from "../../modules/aftersale/venue/readOpenOffer.ts";
import { taxesOfOrders } from "../../modules/checkout/taxes/orderTaxes.ts";
import { namesOf } from "../../modules/staff/accounts.ts";
import { requireDeskOrder } from "./deskOrders.ts";
import { servedBuyer } from "./deskPolicy.ts";
import { orderHistory } from "./orderHistory.ts";
import { orderVersion } from "./orderVersion.sql.ts";
import { presentAnswers } from "./tickets/presentAnswers.ts";
import { presentDeskTicket } from "./tickets/presentDeskTicket.ts";
import { readTicketUse } from "./tickets/ticketUse.sql.ts";
import {
  readChangeRows,
  readCodeRows,
  readEmailRows,
  readNoteRows,
  readOrderFacts,
  readPaymentRows,
  readRefundRows,
  readScanRows,
  readSessionRows,
  readTicketRows,
  readTypeRows,
  type DeskPaymentRow,
  type RefundOfOrder,
  type DeskTicketRow,
} from "./orderDetails.sql.ts";

type Sent = StaffReceived<typeof readDeskOrder>;

/** The maximum number of audit log entries of an order, the newest. */
const maxEntries = 200;

/** Everything that the desk shows of an order. */
export const readOrderAtDesk = async (ctx: StaffContext, { order_number }: Sent): Promise<DeskOrder> => {
  const { db, seller } = ctx;
  const order = await requireDeskOrder(ctx, order_number);
  // Read first, so that nothing shown is older than the version.
  const { version } = await orderVersion(db, seller.id, order.id);
  const [facts, rows, changed, payments, refunds, codes, emails, notes, changes, scans, entries, offer, uses, taxes] =
    await Promise.all([
      readOrderFacts(db, seller.id, order.id),
      readTicketRows(db, seller.id, order.id),
      readOrderForChange(ctx, order, servedBuyer(ctx)),
      readPaymentRows(db, seller.id, order),
      readRefundRows(db, seller.id, order.id),
      readCodeRows(db, seller.id, order.cart_id),
      readEmailRows(db, seller.id, order.id),
      readNoteRows(db, seller.id, order.id),
      readChangeRows(db, seller.id, order.id),
      readScanRows(db, seller.id, order.id),
      readEntries(db, {
        ...noFilter,
        seller_id: seller.id,
        timezone: seller.timezone,
        entity_id: String(order_number),
      }),
      readOpenOffer(ctx, order.id),
      readTicketUse(db, seller.id, order.id),
      taxesOfOrders(db, seller.id, [order]),
    ]);
  if (!facts) throw new Refused({ code: "not_found", context: "order" });
  const money = (amount: number): string => toDecimal(amount, order.currency);
  const names = await namesOf(
    db,
    entries.flatMap(({ staff_id }) => staff_id ?? []),
  );
  const meansOf = (id: string) =>
    meansLabel(
      seller,
      changed.payments.find(({ payment_id }) => payment_id === id),
    );
  const sums = sumsOf({ tickets: rows, payments, refunds, changed, money });
  const back = payments.reduce((sum, payment) => sum + payment.refunded + payment.refunding, 0);
  return {
    order_number,
    version,
    sold_at: order.created_at,
    currency: order.currency,
    timezone: seller.timezone,
    state: orderState({ ...stateCounts(rows), refunded: back }),
    channel_id: facts.channel_id,
    terms_version: facts.terms_version,
    purchaser: {
      first_name: facts.first_name,
      last_name: facts.last_name,
      email: facts.email,
      phone: facts.phone,
      is_user: facts.is_user,
    },
    total: money(order.total),
    tickets: rows.map((row) => presentDeskTicket(row, { changed, uses, money })),
    sums,
    taxes: taxes[order.id] ?? [],
    payments: payments.map((payment) =>
      presentPayment(payment, { refunds, changed, money, means: meansOf(payment.id) }),
    ),
    codes,
    answers: presentAnswers(facts.answers, changed),
    emails: emails.map(({ created_at, to_address, last_error, ...email }) => ({
      ...email,
      at: created_at,
      to: to_address,
      error: last_error,
    })),
    notes: notes.map(({ created_at, ...note }) => ({ ...note, at: created_at })),
    history: orderHistory({
      seller,
      order,
      heldAt: facts.held_at,
      changes,
      payments,
      refunds,
      emails,
      notes,
      scans,
      entries,
      names,
      money,
      meansOf,
      tickets: rows.length,
    }),
    offer: offer ? presentOffer(offer, money) : null,
    refund_limit: limitOf(ctx),
  };
};

/** The change that waits to be paid. */
const presentOffer = (
  { made_by, reason, due, expires_at, paying }: OpenOffer,
  money: Money,
): NonNullable<DeskOrder["offer"]> => ({
  by: made_by,
  reason: reason ?? "",
  due: money(due),
  expires_at,
  is_being_paid: paying,
});

const noFilter = {
  from: undefined,
  to: undefined,
  staff_id: undefined,
  action: undefined,
  entity_kind: "order",
  reason: undefined,
  rule: undefined,
  after: undefined,
  limit: maxEntries,
} as const;

const limitOf = ({ seller, staff }: StaffContext): DeskOrder["refund_limit"] => {
  const { refund_limits } = seller.configuration;
  if (!refund_limits || staff.can("order.refund_any")) return null;
  return { order: refund_limits.order ?? null, day: refund_limits.day ?? null };
};

const stateCounts = (rows: readonly DeskTicketRow[]) => ({
  booked: rows.filter(({ state }) => state === "booked").length,
  used: rows.filter(({ state }) => state === "redeemed").length,
});

type Money = (amount: number) => string;

type Sums = {
  readonly tickets: readonly DeskTicketRow[];
  readonly payments: readonly DeskPaymentRow[];
  readonly refunds: readonly RefundOfOrder[];
  readonly changed: ChangedOrder;
  readonly money: Money;
};

const sumsOf = ({ tickets, payments, refunds, changed, money }: Sums): DeskOrder["sums"] => {
  const taken = payments.filter(({ state }) => state === "captured" || state === "refunded");
  const sum = (pick: (payment: DeskPaymentRow) => number): number => taken.reduce((total, one) => total + pick(one), 0);
  const [paid, refunded, refunding] = [
    sum(({ amount }) => amount),
    sum((one) => one.refunded),
    sum((one) => one.refunding),
  ];
  const left = changed.payments.reduce((total, one) => total + one.left, 0) - changed.movedToGiftCards;
  const elsewhere = refunds.reduce((total, one) => total + (one.repaid_elsewhere ?? 0), 0);
  const remaining = tickets.filter(({ state }) => state !== "cancelled");
  return {
    value: money(remaining.reduce((total, { adjusted_value, fees }) => total + adjusted_value + fees, 0)),
    paid: money(paid),
    refunded: money(refunded),
    refunding: money(refunding),
    kept: money(paid - refunded - refunding),
    to_gift_cards: money(changed.movedToGiftCards - elsewhere),
    repaid_elsewhere: money(elsewhere),
    left: money(Math.max(0, left)),
  };
};

type PaymentParts = {
  readonly refunds: readonly RefundOfOrder[];
  readonly changed: ChangedOrder;
  readonly money: Money;
  readonly means: string | null;
};

const presentPayment = (
  payment: DeskPaymentRow,
  { refunds, changed, money, means }: PaymentParts,
): DeskOrder["payments"][number] => ({
  id: payment.id,
  at: payment.created_at,
  gateway_id: payment.gateway_id,
  means,
  state: payment.state,
  amount: money(payment.amount),
  left: money(changed.payments.find(({ payment_id }) => payment_id === payment.id)?.left ?? 0),
  provider_ref: payment.provider_ref,
  failure: payment.failure,
  is_test: payment.is_test,
  refunds: refunds
    .filter(({ payment_id }) => payment_id === payment.id)
    .map(({ id, created_at, amount, state, failure, provider_ref, resent_as }) => ({
      id,
      at: created_at,
      amount: money(amount),
      state: state === "created" ? "pending" : state,
      failure,
      provider_ref,
      resent_as,
    })),
});

export const readVersion = async (
  ctx: StaffContext,
  { order_number }: StaffReceived<typeof readOrderVersion>,
): Promise<StaffReply<typeof readOrderVersion>> => {
  const order = await requireDeskOrder(ctx, order_number);
  return orderVersion(ctx.db, ctx.seller.id, order.id);
};

export const listTargets = async (
  { db, seller }: StaffContext,
  { event_template_id, day }: StaffReceived<typeof listMoveTargets>,
): Promise<StaffReply<typeof listMoveTargets>> => {
  const [sessions, types] = await Promise.all([
    readSessionRows(db, seller.id, { event_template_id, day }),
    readTypeRows(db, seller.id, event_template_id),
  ]);
  return {
    sessions: sessions.map(
      ({ event_session_id, start_datetime, end_datetime, timezone, event_type, names_start, left }) => ({
        event_session_id,
        start_datetime,
        timezone,
        left,
        all_day: isAllDay({ start_datetime, end_datetime }, { event_type, names_start: names_start ?? false }),
      }),
    ),
    types: types.map(({ ticket_type_id, name, amount }) => ({
      ticket_type_id,
      name,
      price: toDecimal(amount, seller.default_currency_code),
    })),
  };
};
