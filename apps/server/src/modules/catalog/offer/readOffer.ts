import type { Day } from "@foyer/contract/basics.ts";
import type { HiddenType } from "@foyer/contract/shop/catalog.ts";
import { isSoldOut, visitGroups } from "@foyer/rules/catalog/basketFits.ts";
import { roomLeft } from "@foyer/rules/catalog/capacity.ts";
import { calendarEnd } from "@foyer/rules/values/localTime.ts";
import { isForSession } from "@foyer/rules/catalog/handlers.ts";
import { memberAccess, type MemberAccess } from "@foyer/rules/membership/memberTerms.ts";
import { browsablePriceTypes, countsAsVisit, visibleGroups } from "@foyer/rules/catalog/visibleGroups.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { eventRows, groupRows, type EventRow, type GroupRow, type TypeRow } from "../events/events.sql.ts";
import { readMemberTerms } from "../members/readMemberTerms.ts";

/** An event as this visitor may see it: with the groups and types that they can buy, and no others. */
export type Offer = {
  readonly event: EventRow;
  readonly groups: readonly GroupRow[];
  /** The groups that are for sessions, and all types of those. */
  readonly timed: readonly GroupRow[];
  readonly timedTypes: readonly TypeRow[];
  /** Where calendars of this event end. */
  readonly calendarEnd: string;
  /** The lowest prices kept with the sessions are those of exactly the types that this visitor sees. */
  readonly usesStoredPrices: boolean;
  /** Members see more of it than this visitor. */
  readonly hasMoreForMembers: boolean;
};
/** An offer, and what it is on one day: not on every day is somebody a member. */
export type DatedOffer = Offer & { readonly onDay: (day: Day) => Offer };

type OfferFilter = {
  readonly groups?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly hidden?: readonly HiddenType[] | undefined;
};

/** Are the lowest prices kept with an event's sessions those of exactly the types that someone sees? */
export const storedPricesMatch = (all: readonly GroupRow[], seen: readonly TypeRow[]): boolean => {
  const kept = new Set(browsablePriceTypes(all).map(({ id }) => id));
  return kept.size === seen.length && seen.every(({ id }) => kept.has(id));
};

/**
 * Reads what an event offers to whoever asks. A filter can only narrow what they may see. Naming a group's type is
 * naming the group: both ids come with the link.
 */
export const readOffer = async (
  ctx: RequestContext,
  event_template_id: string,
  filter: OfferFilter = {},
): Promise<DatedOffer> => {
  const [event] = await eventRows(ctx, [event_template_id]);
  if (!event || event.retired) throw new Refused({ code: "event_not_found" });
  const rows = await groupRows(ctx, [event.id]);
  const byType =
    filter.types &&
    rows.filter((group) => group.types.some((type) => filter.types?.includes(type.id))).map(({ id }) => id);
  const wanted = filter.groups ?? byType;

  const member = await readMemberTerms(ctx, event.timezone);
  const visibleWith = (opens: MemberAccess) =>
    visibleGroups(event, rows, { opens, now: ctx.now, requestedGroups: wanted && new Set(wanted) });
  const countOf = (groups: ReturnType<typeof visibleWith>) => groups.reduce((sum, { types }) => sum + types.length, 0);
  const all = countOf(visibleWith(() => true));
  const offerTo = (opens: MemberAccess): Offer => {
    const visible = visibleWith(opens);
    const groups = visible
      .filter((group) => filter.hidden === undefined || filter.hidden.includes(group.hidden_type))
      .map((group) => ({ ...group, types: [...group.types] }));
    const timed = groups.filter(isForSession);
    const timedTypes = timed.filter(countsAsVisit).flatMap((group) => group.types);
    return {
      event,
      groups,
      timed,
      timedTypes,
      calendarEnd: calendarEnd(ctx.now, event.timezone),
      usesStoredPrices: storedPricesMatch(rows, timedTypes),
      hasMoreForMembers: countOf(visible) < all,
    };
  };
  const offer = offerTo(memberAccess(member));
  const days = new Map<Day, Offer>();
  const onDay = (day: Day): Offer => {
    if (member.terms.length === 0) return offer;
    const cached = days.get(day) ?? offerTo(memberAccess(member, day));
    days.set(day, cached);
    return cached;
  };
  return { ...offer, onDay };
};

/** Is a session with this much room sold out for whoever the offer is for? */
export const isOfferSoldOut = (offer: Pick<Offer, "timed">, sessionLeft: number): boolean =>
  isSoldOut(
    visitGroups(offer.timed).map((group) => ({
      left: roomLeft(group),
      exclude_from_event_capacity: group.exclude_from_event_capacity,
    })),
    sessionLeft,
  );

/** The earlier of two moments, where the second may be missing. */
export const earlierOf = (one: string, other: string | undefined): string =>
  other !== undefined && Temporal.Instant.compare(other, one) < 0 ? other : one;
