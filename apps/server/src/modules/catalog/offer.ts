import type { Day } from "@foyer/contract/basics.ts";
import type { HiddenType } from "@foyer/contract/catalog.ts";
import { isSoldOut, visitGroups } from "@foyer/rules/basket.ts";
import { roomLeft } from "@foyer/rules/capacity.ts";
import { windowEnd } from "@foyer/rules/days.ts";
import { isTimed } from "@foyer/rules/handlers.ts";
import { opensOf, type Opens } from "@foyer/rules/memberTerms.ts";
import { keptPriceTypes, takesAPlace, visibleGroups } from "@foyer/rules/visibility.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { eventRows, groupRows, type EventRow, type GroupRow, type TypeRow } from "./catalog.sql.ts";
import { membersOf } from "./membersOf.ts";

/** An event as this visitor may see it: with the groups and types that they can buy, and no others. */
export type Offer = {
  readonly event: EventRow;
  readonly groups: readonly GroupRow[];
  /** The groups that are for sessions, and all types of those. */
  readonly timed: readonly GroupRow[];
  readonly timedTypes: readonly TypeRow[];
  /** Where calendars of this event end. */
  readonly before: string;
  /** The lowest prices kept with the sessions are those of exactly the types that this visitor sees. */
  readonly keptPricesHold: boolean;
  /** Members see more of it than this visitor. */
  readonly moreForMembers: boolean;
};
/** An offer, and what it is on one day: not on every day is somebody a member. */
export type DatedOffer = Offer & { readonly on: (day: Day) => Offer };

type Asked = {
  readonly groups?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly hidden?: readonly HiddenType[] | undefined;
};

/** Are the lowest prices kept with an event's sessions those of exactly the types that someone sees? */
export const keptPricesHold = (all: readonly GroupRow[], seen: readonly TypeRow[]): boolean => {
  const kept = new Set(keptPriceTypes(all).map(({ id }) => id));
  return kept.size === seen.length && seen.every(({ id }) => kept.has(id));
};

/**
 * Reads what an event offers to whoever asks. A filter can only narrow what they may see. Naming a group's type is
 * naming the group: both ids come with the link.
 */
export const readOffer = async (ask: Ask, event_template_id: string, asked: Asked = {}): Promise<DatedOffer> => {
  const [event] = await eventRows(ask, [event_template_id]);
  if (!event || event.retired) throw new Refused({ code: "event_not_found" });
  const rows = await groupRows(ask, [event.id]);
  const byType =
    asked.types &&
    rows.filter((group) => group.types.some((type) => asked.types?.includes(type.id))).map(({ id }) => id);
  const wanted = asked.groups ?? byType;

  const member = await membersOf(ask, event.timezone);
  const seenWith = (opens: Opens) =>
    visibleGroups(event, rows, { opens, now: ask.now, asked: wanted && new Set(wanted) });
  const countOf = (groups: ReturnType<typeof seenWith>) => groups.reduce((sum, { types }) => sum + types.length, 0);
  const all = countOf(seenWith(() => true));
  const offerTo = (opens: Opens): Offer => {
    const visible = seenWith(opens);
    const groups = visible
      .filter((group) => asked.hidden === undefined || asked.hidden.includes(group.hidden_type))
      .map((group) => ({ ...group, types: [...group.types] }));
    const timed = groups.filter(isTimed);
    const timedTypes = timed.filter(takesAPlace).flatMap((group) => group.types);
    return {
      event,
      groups,
      timed,
      timedTypes,
      before: windowEnd(ask.now, event.timezone),
      keptPricesHold: keptPricesHold(rows, timedTypes),
      moreForMembers: countOf(visible) < all,
    };
  };
  const offer = offerTo(opensOf(member));
  const days = new Map<Day, Offer>();
  const on = (day: Day): Offer => {
    if (member.terms.length === 0) return offer;
    const known = days.get(day) ?? offerTo(opensOf(member, day));
    days.set(day, known);
    return known;
  };
  return { ...offer, on };
};

/** Is a session with this much room sold out for whoever the offer is for? */
export const soldOut = (offer: Pick<Offer, "timed">, sessionLeft: number): boolean =>
  isSoldOut(
    visitGroups(offer.timed).map((group) => ({
      left: roomLeft(group),
      exclude_from_event_capacity: group.exclude_from_event_capacity,
    })),
    sessionLeft,
  );

/** The earlier of two moments, where the second may be missing. */
export const earlier = (one: string, other: string | undefined): string =>
  other !== undefined && Temporal.Instant.compare(other, one) < 0 ? other : one;
