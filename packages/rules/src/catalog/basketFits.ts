import type { LimitedGroup } from "../reserve/quantities.ts";
import { groupLimit } from "../reserve/quantities.ts";

export type BasketLine = { readonly group: LimitedGroup & { readonly id: string }; readonly quantity: number };

/**
 * Can a session with this much room take a basket? Each group by its own limit and its own room; all groups that count
 * towards the session by the session's room together.
 */
export const basketFits = (basket: readonly BasketLine[], sessionLeft: number): boolean => {
  const wantedOf = new Map<string, BasketLine>();
  for (const { group, quantity } of basket)
    wantedOf.set(group.id, { group, quantity: quantity + (wantedOf.get(group.id)?.quantity ?? 0) });
  const wanted = [...wantedOf.values()];
  const counted = wanted.reduce(
    (sum, { group, quantity }) => (group.exclude_from_event_capacity ? sum : sum + quantity),
    0,
  );
  return counted <= sessionLeft && wanted.every(({ group, quantity }) => quantity <= groupLimit(group, sessionLeft));
};

/**
 * Is there nothing left of a session? Only when no group can still be had: each has run out itself, or the session has
 * and the group counts towards it.
 */
export const isSoldOut = (
  groupsLeft: readonly { readonly left: number; readonly exclude_from_event_capacity: boolean }[],
  sessionLeft: number,
): boolean =>
  groupsLeft.every(
    ({ left, exclude_from_event_capacity }) => left === 0 || (sessionLeft === 0 && !exclude_from_event_capacity),
  );

/** What is taken along makes no visit: groups apart from the session's room count only where nothing else is sold. */
export const visitGroups = <G extends { readonly exclude_from_event_capacity: boolean }>(
  groups: readonly G[],
): readonly G[] => {
  const visits = groups.filter((group) => !group.exclude_from_event_capacity);
  return visits.length > 0 ? visits : groups;
};
