import type { Handler } from "@foyer/contract/handlers.ts";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import { isDonation, isGiftCard, isTaxed } from "../catalog/handlers.ts";
import { includedTax, taxPercentOf } from "../checkout/taxLines.ts";
import type { Minor } from "../values/money.ts";
import { moneyAccount, taxAccount, type Account } from "./accounts.ts";

/**
 * A sum that moves from `credit` to `debit`, so each line balances by its shape. `subject`: the ticket type of what was
 * sold or given up, or the payment of money that moved. `tickets`: how many were sold, negative where they were given up.
 */
export type JournalLine = {
  readonly debit: Account;
  readonly credit: Account;
  /** Minor units, never negative. 0 only where tickets are counted. */
  readonly amount: Minor;
  readonly subject: string | null;
  readonly session: string | null;
  readonly tickets: number;
  /** The account of the tax in what was sold or given up; null without tax. */
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
  /** The tax that it was sold with; null where its type named none, so that the order's rates count. */
  readonly tax: TicketTax | null;
};

/** The rates of the order's purchase; null: the seller has no invoices, and no tax is listed. */
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

/** The same lines the other way round. */
export const reversedLines = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map(({ debit, credit, tickets, ...line }) => ({
    ...line,
    debit: credit,
    credit: debit,
    tickets: tickets === 0 ? 0 : -tickets,
  }));

/** Money that a payment has taken. It is in suspense until it has an order. */
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
 * What tickets were sold for, out of `from`: one line for each type of each session, tax and account. The tax in a ticket is
 * rounded once for the ticket, so that one of several that is given up takes exactly its part back.
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

/** The rate in a ticket's price: of the tax that it was sold with, before that of the order's purchase. */
const percentOf = (ticket: JournalTicket, rates: JournalRates): number | null => {
  const { handler, ticket_group_id, event_category, tax } = ticket;
  if (tax !== null && isTaxed(ticket)) return tax.percent;
  return rates === null ? null : taxPercentOf({ id: ticket_group_id, handler, category: event_category }, rates);
};

/** A named tax is told also where it comes to nothing, such as a rate of zero. */
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

/** Tickets that were given up, into `to`. A gift card is taken back by its own entry, which this one meets. */
const givenUpLines = (to: Account, tickets: readonly JournalTicket[], rates: JournalRates): JournalLine[] =>
  reversedLines(soldLines(to, tickets, rates)).map((line) =>
    line.debit === "gift_cards" ? { ...line, debit: "card_adjustments" } : line,
  );

/** A new order: payments that were captured with it, and what they paid for. */
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
  /** What the seller keeps of the tickets that were given up. */
  readonly fee: Minor;
  /** What goes back to the means that paid. */
  readonly refund: Minor;
  /** The new gift card, and the part of it that the seller adds. */
  readonly gift_card: Minor;
  readonly bonus: Minor;
  readonly rates: JournalRates;
};

/**
 * A change of an order. What the tickets cost meets what they cost now, the fee, the gift card and what is due back. The
 * rest went back before, or is disputed.
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

/** Kept fees bear the default rate, as on the invoice. */
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

/** Tickets that were cancelled because everything paid for them had gone back. */
export const cancelledLines = (tickets: readonly JournalTicket[], rates: JournalRates): JournalLine[] =>
  givenUpLines("refunds", tickets, rates);

export type JournalRefund = {
  readonly payment: JournalPayment & { readonly has_order: boolean };
  readonly amount: Minor;
  readonly reason: "late" | "requested" | "external" | "change";
};

/**
 * Money that went back: what a change owed, what had no order when it was asked for, or what was given back of an order as
 * it stands.
 */
export const refundLines = ({ payment, amount, reason }: JournalRefund): JournalLine[] =>
  moved(refundedFrom(payment, reason), moneyAccount(payment.gateway_id), amount, payment.id);

const refundedFrom = ({ has_order }: JournalRefund["payment"], reason: JournalRefund["reason"]): Account => {
  if (reason === "change") return "refunds_due";
  return has_order ? "refunds" : "suspense";
};

/** A refund that failed and became a gift card, which is issued by an entry of its own. */
export const refundCardLines = ({ payment, amount, reason }: JournalRefund): JournalLine[] =>
  moved(refundedFrom(payment, reason), "given", amount, payment.id);

/**
 * A failed refund whose money went otherwise: `elsewhere` outside of the provider, the rest by refunds that were made by
 * hand, whose own entries are in `refunds`.
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
  /** Of `dispute_closed`: what the bank has kept; 0 where the seller has won. */
  readonly amount: Minor;
  /** Of `dispute_closed`: what the provider had withheld. */
  readonly withheld: Minor;
};

/** What a provider withholds for a payer's dispute, pays out again, and charges for it. */
export const disputeLines = ({ payment, action, amount, withheld }: JournalDispute): JournalLine[] => {
  const { gateway_id, id } = payment;
  if (action === "dispute_fee") return moved(`provider_fees:${gateway_id}`, moneyAccount(gateway_id), amount, id);
  const sum = action === "dispute_opened" ? amount : amount - withheld;
  return moved(`disputes:${gateway_id}`, moneyAccount(gateway_id), sum, id);
};

/** A gift card that was issued without a sale. */
export const cardIssuedLines = (amount: Minor): JournalLine[] => moved("given", "gift_cards", amount);

/** A balance that was changed without a payment; `amount` is negative where something was taken off. */
export const cardAdjustedLines = (amount: Minor): JournalLine[] => moved("card_adjustments", "gift_cards", amount);
