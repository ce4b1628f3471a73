import type { Instant } from "@foyer/contract/basics.ts";
import type { ChangeObstacle } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { isSendable } from "../catalog/handlers.ts";
import type { ChangePolicy } from "./changePolicy.ts";
import { changesEndAt } from "./horizon.ts";
import type { BuyerActor, ChangeableTicket } from "./judgeTicket.ts";

const isPast = (end: Instant | Temporal.Instant, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(end), now) <= 0;

/**
 * Why a ticket cannot be sent to somebody else; null if it can. Sending requires the right to change the names on tickets.
 */
export const sendingObstacle = (
  ticket: ChangeableTicket,
  policy: ChangePolicy,
  { actor, now }: { readonly actor: BuyerActor; readonly now: Temporal.Instant },
): ChangeObstacle | null => {
  const { session, state, zone } = ticket;
  if (state === "redeemed") return "redeemed";
  if (state !== "booked") return "cancelled";
  if (session === null || session.cancelled || !isSendable(ticket)) return "not_changeable";
  if (isPast(session.start_datetime, now)) return "past";
  const isAllowed = policy.enabled && (actor === "member" || policy.anon_editing) && policy.allow.includes("names");
  if (!isAllowed) return "not_changeable";
  return isPast(changesEndAt(session.start_datetime, policy, zone), now) ? "past_horizon" : null;
};
