import type { LimitedGroup } from "../reserve/quantities.ts";
import { groupLimit } from "../reserve/quantities.ts";

export type BasketLine = { readonly group: LimitedGroup & { readonly id: string }; readonly quantity: number };

/** Places that the visitor's own cart holds: in the session, and by group id. The numbers left include them. */
export type HeldPlaces = { readonly inSession: number; readonly byGroup: Readonly<Record<string, number>> };
export const noHeldPlaces: HeldPlaces = { inSession: 0, byGroup: {} };

/**
 * Does a basket fit into a session beside what the cart holds? Each group by its own limit and capacity; all groups that
 * count towards the session together by the session's remaining capacity.
 */
export const basketFits = (basket: readonly BasketLine[], left: number, held: HeldPlaces = noHeldPlaces): boolean => {
  const sessionLeft = left - held.inSession;
  const byGroup = new Map<string, BasketLine>();
  for (const { group, quantity } of basket)
    byGroup.set(group.id, { group, quantity: quantity + (byGroup.get(group.id)?.quantity ?? 0) });
  const wanted = [...byGroup.values()];
  const counted = wanted.reduce(
    (sum, { group, quantity }) => (group.exclude_from_event_capacity ? sum : sum + quantity),
    0,
  );
  return (
    counted <= sessionLeft &&
    wanted.every(({ group, quantity }) => {
      const used_capacity = group.used_capacity + (held.byGroup[group.id] ?? 0);
      return quantity <= groupLimit({ ...group, used_capacity }, { session: sessionLeft }).limit;
    })
  );
};

/**
 * Is a session sold out? Only if no group is available: each is sold out itself, or counts towards a sold-out
 * session.
 */
export const isSoldOut = (
  groupsLeft: readonly { readonly left: number; readonly exclude_from_event_capacity: boolean }[],
  sessionLeft: number,
): boolean =>
  groupsLeft.every(
    ({ left, exclude_from_event_capacity }) => left === 0 || (sessionLeft === 0 && !exclude_from_event_capacity),
  );

/** Groups outside the session's capacity (such as audio guides) count only if the event sells nothing else. */
export const visitGroups = <G extends { readonly exclude_from_event_capacity: boolean }>(
  groups: readonly G[],
): readonly G[] => {
  const visits = groups.filter((group) => !group.exclude_from_event_capacity);
  return visits.length > 0 ? visits : groups;
};
