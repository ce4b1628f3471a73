import type { Instant } from "@foyer/contract/basics.ts";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { SessionFlag } from "@foyer/contract/shop/sessionFlag.ts";

export type FlaggedTicket = { readonly state: string; readonly end_datetime: Instant | null };

/** The flag shown with a session: cancelled, used by everybody, or over by `now`; null for an upcoming session. */
export const sessionFlag = (
  { cancelled, tickets }: { readonly cancelled: boolean; readonly tickets: readonly FlaggedTicket[] },
  now?: Temporal.Instant,
): SessionFlag | null => {
  if (cancelled) return "cancelled";
  if (tickets.length > 0 && tickets.every(({ state }) => state === "redeemed")) return "redeemed";
  return now !== undefined && hasEnded(tickets[0]?.end_datetime ?? null, now) ? "past" : null;
};

/** Whether a session that ends at `end` is over by `now`; one without an end never is. */
export const hasEnded = (end: Instant | null, now: Temporal.Instant): boolean =>
  end !== null && Temporal.Instant.compare(end, now) <= 0;

/** Marks a line of an order that is over. Cart lines are only marked as cancelled or used. */
export const markPast = (line: CartLine, now: Temporal.Instant): CartLine =>
  line.flag === undefined && hasEnded(line.end_datetime, now) ? { ...line, flag: "past" } : line;
