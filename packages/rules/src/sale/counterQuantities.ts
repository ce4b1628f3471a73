import { maxAllowed, type RemainingAllowance } from "../membership/allocateAllowances.ts";
import type { LimitReason } from "../reserve/quantities.ts";

/** The limits of a ticket type at the counter. A limit is null if there is none. */
export type CounterTypeLimits = {
  readonly ticket_type_id: string;
  readonly ticket_group_id: string;
  /** The maximum of this type in one sale. */
  readonly max: number;
  /** Shared by the types of its group: the maximum per order, and the tickets left in the group. */
  readonly group_limits: { readonly order: number | null; readonly left: number | null };
  /** Whether its tickets count towards the event's maximum per order, and towards the session's capacity. */
  readonly counts_towards: { readonly event: boolean; readonly session: boolean };
  /** The name under which membership allowances count it; null if it is for everybody. */
  readonly benefit: string | null;
};

export type CounterOfferLimits = {
  readonly types: readonly CounterTypeLimits[];
  /** The event's maximum per order, across its groups. */
  readonly order_limit: number | null;
  /** Tickets left in the session. */
  readonly left: number | null;
  readonly allowances: readonly RemainingAllowance[];
};

export type CounterMax = {
  readonly most: number;
  /** What limits the number. Absent if only the size of one sale does. */
  readonly limit?: { readonly reason: LimitReason | "member"; readonly count: number };
};

/**
 * Whether nothing of an offer can be sold to anybody, since neither places nor tickets are left. What a member is allowed
 * does not count: another member may be allowed more.
 */
export const isFullAtCounter = (offer: CounterOfferLimits): boolean =>
  offer.types.every((type) => {
    const { most, limit } = maxAtCounter(offer, type, new Map());
    return most === 0 && limit?.reason !== "member";
  });

/** How many of a type can be sold in addition to the other chosen tickets, and what limits that. */
export const maxAtCounter = (
  { types, order_limit, left, allowances }: CounterOfferLimits,
  type: CounterTypeLimits,
  counts: ReadonlyMap<string, number>,
): CounterMax => {
  const others = types
    .filter(({ ticket_type_id }) => ticket_type_id !== type.ticket_type_id)
    .map((other) => ({ ...other, quantity: counts.get(other.ticket_type_id) ?? 0 }));
  const besides = (isShared: (other: CounterTypeLimits) => boolean): number =>
    others.filter(isShared).reduce((sum, { quantity }) => sum + quantity, 0);
  const ofGroup = besides(({ ticket_group_id }) => ticket_group_id === type.ticket_group_id);
  const { event, session } = type.counts_towards;
  const limits: readonly (readonly [LimitReason, number | null, number])[] = [
    ["order", type.group_limits.order, ofGroup],
    ["event", event ? order_limit : null, besides((other) => other.counts_towards.event)],
    ["group", type.group_limits.left, ofGroup],
    ["session", session ? left : null, besides((other) => other.counts_towards.session)],
  ];
  let reached: CounterMax = { most: type.max };
  for (const [reason, count, taken] of limits) {
    if (count === null) continue;
    const most = Math.max(0, count - taken);
    if (most < reached.most) reached = { most, limit: { reason, count } };
  }
  if (type.benefit === null) return reached;
  const members = others.flatMap(({ benefit, quantity }) => (benefit === null ? [] : [{ name: benefit, quantity }]));
  const allowed = maxAllowed(type.benefit, members, allowances, reached.most);
  return allowed < reached.most ? { most: allowed, limit: { reason: "member", count: allowed } } : reached;
};
