import { roomLeft, type Capacity } from "../catalog/capacity.ts";

/** The maximum number of tickets per type. */
export const maxTicketsPerType = 1000;

export type LimitedGroup = Capacity & {
  readonly max_tickets_per_order: number;
  readonly min_tickets_per_order: number;
  readonly exclude_from_event_capacity: boolean;
};

const asLimit = (value: number): number => (value < 0 ? Infinity : value);

/** What limits a group: the seller's number per order for it or for its event, or the places left in it or in the session. */
export type LimitReason = "order" | "event" | "group" | "session";
export type GroupLimit = { readonly limit: number; readonly reason: LimitReason | undefined };

/** What a group shares with the others: the places left in the session, and what is left of the event's limit per order. */
export type SharedLimits = { readonly session: number; readonly event?: number };

/**
 * The maximum per order for a group: the lowest of its own limit, its event's, its capacity and, unless the group is
 * excluded from it, the session's capacity. Infinity, without a reason, if there is no limit.
 */
export const groupLimit = (group: LimitedGroup, { session, event = Infinity }: SharedLimits): GroupLimit => {
  const limits: readonly (readonly [LimitReason, number])[] = [
    ["order", asLimit(group.max_tickets_per_order)],
    ["event", event],
    ["group", roomLeft(group)],
    ["session", group.exclude_from_event_capacity ? Infinity : session],
  ];
  const limit = Math.min(...limits.map(([, count]) => count));
  return { limit, reason: Number.isFinite(limit) ? limits.find(([, count]) => count === limit)?.[0] : undefined };
};

/** The minimum quantity of a type besides 0: the group's minimum if this is its only type, else 1. */
export const minQuantity = (min_tickets_per_order: number, typesInGroup: number): number =>
  typesInGroup === 1 ? Math.max(1, min_tickets_per_order) : 1;

/** The maximum quantity of one type, given the other selected tickets of its group. */
export const maxQuantity = (limitOfGroup: number, chosenOfOthers: number): number =>
  Math.max(0, Math.min(maxTicketsPerType, limitOfGroup - chosenOfOthers));
