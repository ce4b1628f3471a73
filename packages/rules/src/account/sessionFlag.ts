import type { Instant } from "@foyer/contract/basics.ts";
import type { SessionFlag } from "@foyer/contract/shop/sessionFlag.ts";

export type FlaggedTicket = { readonly state: string; readonly end_datetime: Instant | null };

/** What is shown with a session: cancelled, used by everybody, or over by `now`; null for one to come. */
export const sessionFlag = (
  { cancelled, tickets }: { readonly cancelled: boolean; readonly tickets: readonly FlaggedTicket[] },
  now?: Temporal.Instant,
): SessionFlag | null => {
  if (cancelled) return "cancelled";
  if (tickets.length > 0 && tickets.every(({ state }) => state === "redeemed")) return "redeemed";
  const end = tickets[0]?.end_datetime ?? null;
  return now !== undefined && end !== null && Temporal.Instant.compare(end, now) <= 0 ? "past" : null;
};
