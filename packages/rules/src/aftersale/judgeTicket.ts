import type { Instant } from "@foyer/contract/basics.ts";
import type { ChangeAction } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { ChangeObstacle } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { isChangeable, isMovableAfterCancellation } from "../catalog/handlers.ts";
import type { Minor } from "../values/money.ts";
import type { ChangePolicy } from "./changePolicy.ts";
import { changesEndAt } from "./horizon.ts";

/** The facts about a ticket that decide which changes are possible. */
export type ChangeableTicket = {
  readonly state: string;
  readonly handler: Handler;
  /** The price after discounts. */
  readonly adjusted_value: Minor;
  readonly session: {
    readonly start_datetime: Instant;
    readonly cancelled: boolean;
    readonly is_sold_out?: boolean;
    /**
     * Until then the buyer can cancel or move the ticket, as if the venue had cancelled the session; null if the venue
     * offers no choice.
     */
    readonly choice_until?: Instant | null;
  } | null;
  /** The venue's time zone. */
  readonly zone: string;
};

/** The buyer's side: a visitor with the order's link, its guest buyer, or the member whose account it is in. */
export type BuyerActor = "guest" | "member";

/** Who wants to change an order: its buyer, or the venue that sold it. */
export type ChangeActor = BuyerActor | "venue";

export type ChangeJudgement = {
  readonly actions: readonly ChangeAction[];
  /** When the actions end, exclusive; null without actions or without an end. */
  readonly until: Instant | null;
  /** Why no action is possible; null if one is. */
  readonly obstacle: ChangeObstacle | null;
  /** The session is sold out, and the policy does not allow its tickets to be moved. */
  readonly isSoldOut?: boolean;
};

const impossible = (obstacle: ChangeObstacle): ChangeJudgement => ({ actions: [], until: null, obstacle });
const isPast = (end: Temporal.Instant, now: Temporal.Instant): boolean => Temporal.Instant.compare(end, now) <= 0;

/** Days after its start within which a visit cancelled by the venue can be refunded or moved. */
export const daysToChooseAfterCancellation = 30;

/**
 * Judges a visit that the venue has cancelled: anybody with the order's link can get a refund or choose another session,
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

/**
 * When the buyer's choice ends, at the latest when the visit begins. Null if the venue offers no choice or it has ended.
 */
const endOfChoice = ({ session }: ChangeableTicket, now: Temporal.Instant): Temporal.Instant | null => {
  if (!session?.choice_until) return null;
  const [start, until] = [session.start_datetime, session.choice_until].map((text) => Temporal.Instant.from(text));
  const end = start && until && Temporal.Instant.compare(start, until) < 0 ? start : until;
  return end && !isPast(end, now) ? end : null;
};

const choicesOf = (ticket: ChangeableTicket): readonly ChangeAction[] =>
  isMovableAfterCancellation(ticket) ? ["cancel", "reschedule"] : ["cancel"];

/** The venue can cancel any valid ticket at any time, and move or exchange any ticket with a session. */
const judgeForVenue = (ticket: ChangeableTicket): ChangeJudgement => ({
  actions: ticket.session ? ["cancel", "reschedule", "exchange", "names"] : ["cancel", "names"],
  until: null,
  obstacle: null,
});

type Judge = {
  readonly actor: ChangeActor;
  readonly now: Temporal.Instant;
  /** The venue also cancels used tickets. */
  readonly includesUsed?: boolean;
};

/**
 * Which changes of a valid ticket are possible. No policy or deadline limits the venue. Anybody with the order's link can
 * cancel a free ticket for an upcoming session, whatever the policy says. All other changes by buyers follow the policy and
 * are limited to ordinary tickets.
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

/** Judges an upcoming visit by the seller's policy. */
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

/** Removes the actions that would move a ticket away from a sold-out session, unless the policy allows them. */
const withoutMoves = (
  actions: readonly ChangeAction[],
  { is_sold_out = false }: NonNullable<ChangeableTicket["session"]>,
  { change_sold_out = true }: ChangePolicy,
): readonly ChangeAction[] =>
  is_sold_out && !change_sold_out ? actions.filter((action) => action === "cancel" || action === "names") : actions;
