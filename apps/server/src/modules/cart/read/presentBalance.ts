import { createHash } from "node:crypto";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import {
  planBalance,
  planInstallments,
  type Balance,
  type Installment,
  type PayableTicket,
} from "@foyer/rules/checkout/plan/paymentPlan.ts";
import type { Totals } from "@foyer/rules/pricing/totals.ts";
import type { CartRow } from "./cartRow.ts";
import type { CartTicket } from "./readCartTickets.ts";

type ScheduleInput = {
  /** The database's time. */
  readonly now: string;
  /** The schedule fixed by the first payment; null before that. */
  readonly fixedSchedule: readonly Installment[] | null;
  readonly tickets: readonly PayableTicket[];
  readonly paid: Minor;
};

/** The instalments of a cart that is paid for now, with its balance. There is one instalment if nothing is due later. */
export const paymentSchedule = (
  seller: Pick<Seller, "timezone" | "configuration" | "default_currency_code">,
  { now, fixedSchedule, tickets, paid }: ScheduleInput,
) => {
  const at = { now: Temporal.Instant.from(now), zone: seller.timezone };
  const parts = fixedSchedule ?? planInstallments(tickets, todayAt(at.now, at.zone), sellerAmountStep(seller));
  return { parts, balance: planBalance(parts, paid, at) };
};

/** The id of an instalment, which can be computed before it is stored. */
export const scheduledPaymentId = (cart_id: string, index: number): string => {
  const hex = createHash("sha256").update(`${cart_id} part ${index}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
};

type CartBalance = Pick<Cart, "scheduled_payments" | "outstanding_balance" | "payment_due_by_credit_card">;

/** What remains to be paid for a cart, and when. */
export const presentBalance = (
  seller: Seller,
  row: Pick<CartRow, "id" | "state" | "now" | "schedule">,
  tickets: readonly CartTicket[],
  { payments, outstanding }: Pick<Totals, "payments" | "outstanding">,
): CartBalance => {
  const money = (amount: number) => toDecimal(Math.max(0, amount), seller.default_currency_code);
  const planned = row.state === "pending" && (row.schedule !== null || tickets.some(isPlanned));
  if (!planned)
    return {
      scheduled_payments: [],
      outstanding_balance: money(outstanding),
      payment_due_by_credit_card: money(outstanding),
    };
  const { parts, balance } = paymentSchedule(seller, {
    now: row.now,
    fixedSchedule: row.schedule,
    tickets: tickets.map(plannedTicket),
    paid: payments,
  });
  return {
    scheduled_payments: parts.length > 1 ? presentSchedule(row.id, balance, money) : [],
    outstanding_balance: money(balance.outstanding),
    payment_due_by_credit_card: money(balance.due),
  };
};

const isPlanned = (ticket: CartTicket): boolean => ticket.payment_plan !== null;

const plannedTicket = (ticket: CartTicket): PayableTicket => ({
  amount: ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent,
  plan: ticket.payment_plan,
  day: ticket.local_day,
});

const presentSchedule = (
  cart_id: string,
  { installments }: Balance,
  money: (amount: number) => string,
): CartBalance["scheduled_payments"] =>
  installments.map(({ position, due_date, amount, status }) => ({
    id: scheduledPaymentId(cart_id, position),
    due_date,
    amount: money(amount),
    status,
  }));
