import type { Day } from "@foyer/contract/basics.ts";
import { addDays } from "../../dates/localTime.ts";
import { allocate, type Minor } from "../../values/money.ts";

/**
 * An installment of a plan: basis points of the price, due this many days after the first payment. The first is due
 * at once.
 */
export type PlanShare = { readonly basis_points: number; readonly due_days: number };

/** The amount of a ticket including fees. Without a plan it is due at once. */
export type PayableTicket = {
  readonly amount: Minor;
  readonly plan: readonly PlanShare[] | null;
  /** The day of the visit: no installment is due later. */
  readonly day: Day | null;
};

/** An amount due by a day. */
export type Installment = { readonly due_date: Day; readonly amount: Minor };

/** An open installment with its remaining amount. `position` numbers all installments from 1. */
export type OpenInstallment = Installment & { readonly position: number; readonly status: "Upcoming" | "Overdue" };

export type Balance = {
  readonly installments: readonly OpenInstallment[];
  /** The amount due now: all overdue installments. */
  readonly due: Minor;
  /** The amount still to be paid, now or later. */
  readonly outstanding: Minor;
};

/** The installments for tickets if the first payment is made today: multiples of `step` that add up exactly. */
export const planInstallments = (tickets: readonly PayableTicket[], today: Day, step: Minor): Installment[] => {
  const byDay = new Map<Day, Minor>();
  const add = (day: Day, amount: Minor) => byDay.set(day, (byDay.get(day) ?? 0) + amount);
  for (const { plan, day, tickets: group } of groupByPlan(tickets)) {
    const amount = group.reduce((sum, ticket) => sum + ticket.amount, 0);
    const shares = allocate(
      amount,
      (plan ?? []).map((share) => share.basis_points),
      step,
    );
    if (!plan || plan.length === 0) add(today, amount);
    else plan.forEach(({ due_days }, index) => add(dueDate(today, due_days, day), shares[index] ?? 0));
  }
  return [...byDay]
    .map(([due_date, amount]) => ({ due_date, amount }))
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
};

/** Tickets with the same plan and day are split together, so that rounding happens once. */
const groupByPlan = (tickets: readonly PayableTicket[]) =>
  [...Map.groupBy(tickets, ({ plan, day }) => JSON.stringify([plan, day])).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ plan: first.plan, day: first.day, tickets: group }] : [];
  });

const dueDate = (today: Day, due_days: number, last: Day | null): Day => {
  const day = addDays(today, due_days);
  if (last === null || day <= last) return day;
  return last < today ? today : last;
};

/** The status of an installment: Upcoming if its due date minus one second is in the future, else Overdue. */
export const installmentStatus = (due_date: Day, now: Temporal.Instant, zone: string): OpenInstallment["status"] => {
  const begins = Temporal.PlainDate.from(due_date).toZonedDateTime(zone).toInstant();
  return Temporal.Instant.compare(begins.subtract({ seconds: 1 }), now) > 0 ? "Upcoming" : "Overdue";
};

/** The balance of a payment plan. Payments cover the earliest installments first. */
export const planBalance = (
  parts: readonly Installment[],
  paid: Minor,
  at: { readonly now: Temporal.Instant; readonly zone: string },
): Balance => {
  let left = paid;
  const open = parts.map(({ due_date, amount }, index): OpenInstallment => {
    const covered = Math.min(left, amount);
    left -= covered;
    return {
      position: index + 1,
      due_date,
      amount: amount - covered,
      status: installmentStatus(due_date, at.now, at.zone),
    };
  });
  const unpaid = open.filter(({ amount }) => amount > 0);
  const sum = (all: readonly OpenInstallment[]) => all.reduce((total, { amount }) => total + amount, 0);
  return {
    installments: unpaid,
    due: sum(unpaid.filter(({ status }) => status === "Overdue")),
    outstanding: sum(unpaid),
  };
};

/** Can this amount be paid now? At least the amount due, at most everything, and never zero. */
export const isPayable = (amount: Minor, { due, outstanding }: Pick<Balance, "due" | "outstanding">): boolean =>
  amount > 0 && amount >= due && amount <= outstanding;

/** Validates a plan, with a message for its author; undefined if it is valid. */
export const paymentPlanError = (plan: readonly PlanShare[]): string | undefined => {
  if (plan.reduce((sum, { basis_points }) => sum + basis_points, 0) !== 10_000) return "does not add up to 100 percent";
  if (plan.some(({ basis_points }) => basis_points <= 0)) return "has a part of nothing";
  if (plan[0]?.due_days !== 0) return "has a first part that is not due at once: leave its due_days out";
  if (plan.some(({ due_days }, index) => index > 0 && due_days <= (plan[index - 1]?.due_days ?? 0)))
    return "has parts whose due_days do not rise";
  return undefined;
};
