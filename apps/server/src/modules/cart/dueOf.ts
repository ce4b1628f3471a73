import { createHash } from "node:crypto";
import type { Cart } from "@foyer/contract/cart.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import { todayAt } from "@foyer/rules/days.ts";
import { toWire, type Minor } from "@foyer/rules/money.ts";
import { balanceOf, partsOf, type Balance, type Part, type PlannedTicket } from "@foyer/rules/paymentPlan.ts";
import type { Totals } from "@foyer/rules/totals.ts";
import type { CartRow } from "./cartRow.ts";
import type { TicketOfCart } from "./ticketsOfCarts.ts";

type Bill = {
  /** The database's moment. */
  readonly now: string;
  /** The schedule that was fixed with the first part; null before. */
  readonly frozen: readonly Part[] | null;
  readonly tickets: readonly PlannedTicket[];
  readonly paid: Minor;
};

/** By what days a cart is to be paid when it is paid for now, and how that stands. In one part when nothing is due later. */
export const scheduleOf = (seller: Pick<Seller, "timezone">, { now, frozen, tickets, paid }: Bill) => {
  const at = { now: Temporal.Instant.from(now), zone: seller.timezone };
  const parts = frozen ?? partsOf(tickets, todayAt(at.now, at.zone));
  return { parts, balance: balanceOf(parts, paid, at) };
};

/** A part has its name before it is written down. */
export const partId = (cart_id: string, place: number): string => {
  const hex = createHash("sha256").update(`${cart_id} part ${place}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
};

type Due = Pick<Cart, "scheduled_payments" | "outstanding_balance" | "payment_due_by_credit_card">;

/** What a cart says of what is still to be paid, and when. */
export const dueOf = (
  seller: Seller,
  row: Pick<CartRow, "id" | "state" | "now" | "schedule">,
  tickets: readonly TicketOfCart[],
  { payments, outstanding }: Pick<Totals, "payments" | "outstanding">,
): Due => {
  const money = (amount: number) => toWire(Math.max(0, amount), seller.default_currency_code);
  const planned = row.state === "pending" && (row.schedule !== null || tickets.some(isPlanned));
  if (!planned)
    return {
      scheduled_payments: [],
      outstanding_balance: money(outstanding),
      payment_due_by_credit_card: money(outstanding),
    };
  const { parts, balance } = scheduleOf(seller, {
    now: row.now,
    frozen: row.schedule,
    tickets: tickets.map(plannedTicket),
    paid: payments,
  });
  return {
    scheduled_payments: parts.length > 1 ? shown(row.id, balance, money) : [],
    outstanding_balance: money(balance.outstanding),
    payment_due_by_credit_card: money(balance.due),
  };
};

const isPlanned = (ticket: TicketOfCart): boolean => ticket.payment_plan !== null;

const plannedTicket = (ticket: TicketOfCart): PlannedTicket => ({
  amount: ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent,
  plan: ticket.payment_plan,
  day: ticket.local_day,
});

const shown = (cart_id: string, { parts }: Balance, money: (amount: number) => string): Due["scheduled_payments"] =>
  parts.map(({ place, due_date, amount, status }) => ({
    id: partId(cart_id, place),
    due_date,
    amount: money(amount),
    status,
  }));
