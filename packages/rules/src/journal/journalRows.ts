import type { Handler } from "@foyer/contract/handlers.ts";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import { isDonation, isGiftCard, isTaxed } from "../catalog/handlers.ts";
import { includedTax, taxPercentOf } from "../checkout/taxLines.ts";
import type { Minor } from "../values/money.ts";
import { moneyAccount, taxAccount, type Account } from "./accounts.ts";

/**
 * An amount that moves from `credit` to `debit`, so every line balances. `subject`: the ticket type that was sold or given
 * up, or the payment whose money moved. `tickets`: the number sold, negative if given up.
 */
export type JournalLine = {
  readonly debit: Account;
  readonly credit: Account;
  /** Minor units, never negative. 0 only on lines that count tickets. */
  readonly amount: Minor;
  readonly subject: string | null;
  readonly session: string | null;
  readonly tickets: number;
  /** The tax account for what was sold or given up; null without tax. */
  readonly tax: Account | null;
};

/** A ticket as it was sold; amounts in minor units. */
export type JournalTicket = {
  readonly ticket_type_id: string;
  readonly ticket_group_id: string;
  readonly event_session_id: string | null;
  readonly handler: Handler;
  readonly event_category: string | null;
  readonly face_value: Minor;
  /** After discounts. */
  readonly adjusted_value: Minor;
  readonly fee_fixed: Minor;
  readonly fee_percent: Minor;
  /** The tax that it was sold with; null if its type named none, so that the order's rates apply. */
  readonly tax: TicketTax | null;
};

/** The tax rates when the order was placed; null if the seller issues no invoices, and then no tax is recorded. */
export type JournalRates = InvoiceSettings["rates"] | null;

type JournalPayment = {
  readonly id: string;
  readonly gateway_id: GatewayId | "free";
  readonly amount: Minor;
};

const moved = (debit: Account, credit: Account, amount: Minor, subject: string | null = null): JournalLine[] => {
  if (amount < 0) return moved(credit, debit, -amount, subject);
  return amount === 0 ? [] : [{ debit, credit, amount, subject, session: null, tickets: 0, tax: null }];
};

/** The same lines with debit and credit swapped. */
export const reversedLines = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map(({ debit, credit, tickets, ...line }) => ({
    ...line,
    debit: credit,
    credit: debit,
    tickets: tickets === 0 ? 0 : -tickets,
  }));

/** Captured money. It is in suspense until the payment has an order. */
export const captureLines = ({ id, gateway_id, amount }: JournalPayment): JournalLine[] =>
  moved(moneyAccount(gateway_id), "suspense", amount, id);

const incomeAccount = (ticket: JournalTicket): Account => {
  if (isGiftCard(ticket)) return "gift_cards";
  return isDonation(ticket) ? "donations" : "sales";
};

type SoldGroup = {
  readonly ticket: JournalTicket;
  count: number;
  net: Minor;
  fees: Minor;
  tax: Minor;
  discount: Minor;
};

/**
 * The lines for sold tickets, from `from`: one for each type, session, tax and account. Tax is rounded once for each
 * ticket, so that giving up one of several reverses exactly its part.
 */
const soldLines = (from: Account, tickets: readonly JournalTicket[], rates: JournalRates): JournalLine[] => {
  const groups = new Map<string, SoldGroup>();
  for (const ticket of tickets) {
    const { tax } = ticket;
    const key = [ticket.ticket_type_id, ticket.event_session_id, tax?.percent, tax?.name].join(" ");
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { ticket, count: 0, net: 0, fees: 0, tax: 0, discount: 0 }));
    addTicket(group, ticket, rates);
  }
  return [...groups.values()].flatMap((group) => groupLines(from, group, rates));
};

/** The tax rate in a ticket's price: that of the tax it was sold with takes precedence over the order's rates. */
const percentOf = (ticket: JournalTicket, rates: JournalRates): number | null => {
  const { handler, ticket_group_id, event_category, tax } = ticket;
  if (tax !== null && isTaxed(ticket)) return tax.percent;
  return rates === null ? null : taxPercentOf({ id: ticket_group_id, handler, category: event_category }, rates);
};

/** A named tax is recorded even if it is zero. */
const accountOf = (ticket: JournalTicket, { rates, tax }: { rates: JournalRates; tax: Minor }): Account | null => {
  const percent = percentOf(ticket, rates);
  if (percent === null) return null;
  if (ticket.tax !== null) return taxAccount(ticket.tax);
  return tax === 0 ? null : taxAccount({ percent });
};

const addTicket = (group: SoldGroup, ticket: JournalTicket, rates: JournalRates): void => {
  const { face_value, adjusted_value } = ticket;
  const fees = ticket.fee_fixed + ticket.fee_percent;
  const percent = percentOf(ticket, rates);
  const tax = percent === null ? 0 : includedTax(adjusted_value + fees, percent);
  const taxOfFees = percent === null ? 0 : includedTax(fees, percent);
  group.count += 1;
  group.net += adjusted_value - (tax - taxOfFees);
  group.fees += fees - taxOfFees;
  group.tax += tax;
  group.discount += face_value - adjusted_value;
};

const groupLines = (from: Account, group: SoldGroup, rates: JournalRates): JournalLine[] => {
  const { ticket, count, net, fees, tax, discount } = group;
  const income = incomeAccount(ticket);
  const account = accountOf(ticket, { rates, tax });
  const of = { subject: ticket.ticket_type_id, session: ticket.event_session_id, tax: account };
  const line = (debit: Account, credit: Account, amount: Minor): JournalLine[] =>
    moved(debit, credit, amount).map((one) => ({ ...one, ...of }));
  return [
    { debit: from, credit: income, amount: net, ...of, tickets: count },
    ...line("discounts", income, discount),
    ...line(from, "fees", fees),
    ...(account === null ? [] : line(from, account, tax)),
  ];
};

/**
 * The lines for tickets that are given up, to `to`. For a gift card they offset the separate entry that takes the card
 * back.
 */
const givenUpLines = (to: Account, tickets: readonly JournalTicket[], rates: JournalRates): JournalLine[] =>
  reversedLines(soldLines(to, tickets, rates)).map((line) =>
    line.debit === "gift_cards" ? { ...line, debit: "card_adjustments" } : line,
  );

/** A new order: the payments captured with it, and the tickets that they paid for. */
export const orderLines = ({
  tickets,
  captured,
  rates,
}: {
  readonly tickets: readonly JournalTicket[];
  readonly captured: readonly JournalPayment[];
  readonly rates: JournalRates;
}): JournalLine[] => [...captured.flatMap(captureLines), ...soldLines("suspense", tickets, rates)];

export type JournalChange = {
  readonly leaving: readonly JournalTicket[];
  readonly added: readonly JournalTicket[];
  /** What was paid for the change. */
  readonly paid: Minor;
  /** What the seller keeps for the tickets that are given up. */
  readonly fee: Minor;
  /** Refunded to the original payment methods. */
  readonly refund: Minor;
  /** The new gift card, and the bonus that the seller adds to it. */
  readonly gift_card: Minor;
  readonly bonus: Minor;
  readonly rates: JournalRates;
};

/**
 * A change of an order. The old tickets' price and the payment equal the new tickets' price, the fee, the gift card and the
 * refund; any rest was refunded earlier or is disputed.
 */
export const changeLines = (change: JournalChange): JournalLine[] => {
  const { leaving, added, paid, fee, refund, gift_card, bonus, rates } = change;
  const card = gift_card - bonus;
  const rest = totalOf(leaving) + paid - totalOf(added) - fee - refund - card;
  return [
    ...givenUpLines("refunds_due", leaving, rates),
    ...moved("suspense", "refunds_due", paid),
    ...soldLines("refunds_due", added, rates),
    ...feeLines(fee, rates),
    ...moved("refunds_due", "given", card),
    ...moved("refunds_due", "refunds", rest),
  ];
};

/** Kept fees are taxed at the default rate, as on the invoice. */
const feeLines = (fee: Minor, rates: JournalRates): JournalLine[] => {
  if (rates === null) return moved("refunds_due", "change_fees", fee);
  const tax = includedTax(fee, rates.default);
  const account = taxAccount({ percent: rates.default });
  return [...moved("refunds_due", "change_fees", fee - tax), ...moved("refunds_due", account, tax)].map((line) => ({
    ...line,
    tax: tax === 0 ? null : account,
  }));
};

const totalOf = (tickets: readonly JournalTicket[]): Minor =>
  tickets.reduce((sum, ticket) => sum + ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent, 0);

/** Tickets that were cancelled because their payments had been refunded completely. */
export const cancelledLines = (tickets: readonly JournalTicket[], rates: JournalRates): JournalLine[] =>
  givenUpLines("refunds", tickets, rates);

export type JournalRefund = {
  readonly payment: JournalPayment & { readonly has_order: boolean };
  readonly amount: Minor;
  readonly reason: "late" | "requested" | "external" | "change";
};

/** A refund: of what a change owed, of a payment without an order, or of an order whose tickets stay valid. */
export const refundLines = ({ payment, amount, reason }: JournalRefund): JournalLine[] =>
  moved(refundedFrom(payment, reason), moneyAccount(payment.gateway_id), amount, payment.id);

const refundedFrom = ({ has_order }: JournalRefund["payment"], reason: JournalRefund["reason"]): Account => {
  if (reason === "change") return "refunds_due";
  return has_order ? "refunds" : "suspense";
};

/** A failed refund that became a gift card. The card is issued by a separate entry. */
export const refundCardLines = ({ payment, amount, reason }: JournalRefund): JournalLine[] =>
  moved(refundedFrom(payment, reason), "given", amount, payment.id);

/**
 * A failed refund that was repaid in another way: `elsewhere` outside the provider, the rest by manual refunds, whose own
 * entries are in `refunds`.
 */
export const refundRepaidLines = (
  { payment, amount, reason }: JournalRefund,
  { elsewhere }: { readonly elsewhere: Minor },
): JournalLine[] => {
  const owed = refundedFrom(payment, reason);
  return [
    ...(owed === "refunds" ? [] : moved(owed, "refunds", amount - elsewhere, payment.id)),
    ...moved(owed, "repaid_elsewhere", elsewhere, payment.id),
  ];
};

export type JournalDispute = {
  readonly payment: JournalPayment;
  readonly action: "dispute_opened" | "dispute_closed" | "dispute_fee";
  /** For `dispute_closed`: the amount that the bank keeps; 0 if the seller won. */
  readonly amount: Minor;
  /** For `dispute_closed`: the amount that the provider had withheld. */
  readonly withheld: Minor;
};

/** What a provider withholds for a dispute, pays back, and charges for it. */
export const disputeLines = ({ payment, action, amount, withheld }: JournalDispute): JournalLine[] => {
  const { gateway_id, id } = payment;
  if (action === "dispute_fee") return moved(`provider_fees:${gateway_id}`, moneyAccount(gateway_id), amount, id);
  const sum = action === "dispute_opened" ? amount : amount - withheld;
  return moved(`disputes:${gateway_id}`, moneyAccount(gateway_id), sum, id);
};

/** A gift card that was issued without a sale. */
export const cardIssuedLines = (amount: Minor): JournalLine[] => moved("given", "gift_cards", amount);

/** A balance that changed without a payment; `amount` is negative for a reduction. */
export const cardAdjustedLines = (amount: Minor): JournalLine[] => moved("card_adjustments", "gift_cards", amount);
