import type { Instant } from "@foyer/contract/basics.ts";
import type { ChangeAction } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { ChangeObstacle } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { isChangeable, isMovableAfterCancellation } from "../catalog/handlers.ts";
import type { Minor } from "../values/money.ts";
import type { ChangePolicy } from "./changePolicy.ts";
import { changesEndAt } from "./horizon.ts";

/** A ticket of an order, as far as changes of it are decided. */
export type ChangeableTicket = {
  readonly state: string;
  readonly handler: Handler;
  /** The price after discounts. */
  readonly adjusted_value: Minor;
  readonly session: {
    readonly start_datetime: Instant;
    readonly cancelled: boolean;
    readonly is_sold_out?: boolean;
    /** The venue lets its buyer choose until then, as if it was cancelled; null: it does not. */
    readonly choice_until?: Instant | null;
  } | null;
  /** The venue's. */
  readonly zone: string;
};

/** The buyer's side: a visitor with the order's link, its guest buyer, or the member whose account it is in. */
export type BuyerActor = "guest" | "member";

/** Who wants to change an order: its buyer, or the venue that sold it. */
export type ChangeActor = BuyerActor | "venue";

export type ChangeJudgement = {
  readonly actions: readonly ChangeAction[];
  /** Until when the actions are possible, exclusively; null without any, and without an end. */
  readonly until: Instant | null;
  /** Why nothing is possible; null where something is. */
  readonly obstacle: ChangeObstacle | null;
  /** Its session is sold out, and the policy leaves such tickets where they are. */
  readonly isSoldOut?: boolean;
};

const impossible = (obstacle: ChangeObstacle): ChangeJudgement => ({ actions: [], until: null, obstacle });
const isPast = (end: Temporal.Instant, now: Temporal.Instant): boolean => Temporal.Instant.compare(end, now) <= 0;

/** How long after its start a visit that the venue has cancelled can be given back or moved. */
export const daysToChooseAfterCancellation = 30;

/**
 * A visit that the venue has cancelled: everybody with the order's link takes the money back or chooses another session,
 * whatever the policy says.
 */
const judgeCancelledSession = (
  ticket: ChangeableTicket,
  { start, now }: { readonly start: Temporal.Instant; readonly now: Temporal.Instant },
): ChangeJudgement => {
  const end = start.add({ hours: 24 * daysToChooseAfterCancellation });
  if (isPast(end, now)) return impossible("past");
  return { actions: choicesOf(ticket), until: end.toString(), obstacle: null };
};

/** Until when the venue lets a buyer choose: never longer than until the visit begins. Null where it does not, or no more. */
const endOfChoice = ({ session }: ChangeableTicket, now: Temporal.Instant): Temporal.Instant | null => {
  if (!session?.choice_until) return null;
  const [start, until] = [session.start_datetime, session.choice_until].map((text) => Temporal.Instant.from(text));
  const end = start && until && Temporal.Instant.compare(start, until) < 0 ? start : until;
  return end && !isPast(end, now) ? end : null;
};

const choicesOf = (ticket: ChangeableTicket): readonly ChangeAction[] =>
  isMovableAfterCancellation(ticket) ? ["cancel", "reschedule"] : ["cancel"];

/** The venue cancels whatever is valid, at any time. What has a session it moves and exchanges too. */
const judgeForVenue = (ticket: ChangeableTicket): ChangeJudgement => ({
  actions: ticket.session ? ["cancel", "reschedule", "exchange", "names"] : ["cancel", "names"],
  until: null,
  obstacle: null,
});

type Judge = {
  readonly actor: ChangeActor;
  readonly now: Temporal.Instant;
  /** The venue gives up used tickets too. */
  readonly includesUsed?: boolean;
};

/**
 * What can be done with a valid ticket. The venue is bound by no hours and no rules. A free ticket to a session to come can be cancelled by anybody with the order's
 * link, whatever the policy says. Everything else that buyers do follows the policy and is limited to ordinary tickets.
 */
export const judgeTicket = (
  ticket: ChangeableTicket,
  policy: ChangePolicy,
  { actor, now, includesUsed = false }: Judge,
): ChangeJudgement => {
  const { session, state } = ticket;
  if (state === "redeemed" && !(actor === "venue" && includesUsed)) return impossible("redeemed");
  if (state !== "booked" && state !== "redeemed") return impossible("cancelled");
  if (actor === "venue") return judgeForVenue(ticket);
  if (session === null) return impossible("not_changeable");
  const start = Temporal.Instant.from(session.start_datetime);
  if (session.cancelled) return judgeCancelledSession(ticket, { start, now });
  if (isPast(start, now)) return impossible("past");
  const ofPolicy = judgeByPolicy(ticket, policy, { actor, now, start });
  const end = endOfChoice(ticket, now);
  if (end === null) return ofPolicy;
  return { actions: [...new Set([...choicesOf(ticket), ...ofPolicy.actions])], until: end.toString(), obstacle: null };
};

/** A visit to come, by the rules of its seller. */
const judgeByPolicy = (
  ticket: ChangeableTicket,
  policy: ChangePolicy,
  {
    actor,
    now,
    start,
  }: { readonly actor: BuyerActor; readonly now: Temporal.Instant; readonly start: Temporal.Instant },
): ChangeJudgement => {
  const { session, zone } = ticket;
  if (session === null) return impossible("not_changeable");

  const isAllowed = policy.enabled && (actor === "member" || policy.anon_editing) && isChangeable(ticket);
  const ofPolicy = isAllowed ? policy.allow : [];
  const allowed = withoutMoves(ofPolicy, session, policy);
  const end = changesEndAt(session.start_datetime, policy, zone);
  const isTooLate = isPast(end, now);
  const isSoldOut = allowed.length < ofPolicy.length && !isTooLate && { isSoldOut: true };
  if (allowed.length > 0 && !isTooLate) {
    const isFree = ticket.adjusted_value === 0 && !allowed.includes("cancel");
    return { actions: isFree ? [...allowed, "cancel"] : allowed, until: end.toString(), obstacle: null, ...isSoldOut };
  }
  if (ticket.adjusted_value === 0)
    return { actions: ["cancel"], until: start.toString(), obstacle: null, ...isSoldOut };
  return { ...impossible(ofPolicy.length > 0 && isTooLate ? "past_horizon" : "not_changeable"), ...isSoldOut };
};

/** Leaves tickets of a sold-out session where they are, where the policy says so. */
const withoutMoves = (
  actions: readonly ChangeAction[],
  { is_sold_out = false }: NonNullable<ChangeableTicket["session"]>,
  { change_sold_out = true }: ChangePolicy,
): readonly ChangeAction[] =>
  is_sold_out && !change_sold_out ? actions.filter((action) => action === "cancel" || action === "names") : actions;
