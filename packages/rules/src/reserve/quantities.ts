import { roomLeft, type Capacity } from "../catalog/capacity.ts";

/** Never more of one type than this (document 2 §9). */
export const maxTicketsPerType = 1000;

export type LimitedGroup = Capacity & {
  readonly max_tickets_per_order: number;
  readonly min_tickets_per_order: number;
  readonly exclude_from_event_capacity: boolean;
};

const asLimit = (value: number): number => (value < 0 ? Infinity : value);

/**
 * The most of a group that one order may hold: the smallest of its own limit per order, its own room and the session's
 * room, the last unless the group is excluded from it. Infinity where nothing limits it.
 */
export const groupLimit = (group: LimitedGroup, sessionLeft: number): number =>
  Math.min(
    asLimit(group.max_tickets_per_order),
    roomLeft(group),
    group.exclude_from_event_capacity ? Infinity : sessionLeft,
  );

/** The least of a type that can be chosen, besides none: the group's minimum when the group has this one type, else 1. */
export const minQuantity = (min_tickets_per_order: number, typesInGroup: number): number =>
  typesInGroup === 1 ? Math.max(1, min_tickets_per_order) : 1;

/** The most of one type, given what else of its group is chosen. */
export const maxQuantity = (limitOfGroup: number, chosenOfOthers: number): number =>
  Math.max(0, Math.min(maxTicketsPerType, limitOfGroup - chosenOfOthers));

/** What a stepper shows after a step or a typed number: 0, or something between the least and the most. */
export const clampStep = (wanted: number, from: number, least: number, most: number): number => {
  const whole = Number.isFinite(wanted) ? Math.trunc(wanted) : 0;
  if (whole <= 0 || most < least) return 0;
  if (whole < least) return whole < from ? 0 : least;
  return Math.min(whole, most);
};
