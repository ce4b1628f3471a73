import type { Day } from "@foyer/contract/basics.ts";
import type { HiddenType } from "@foyer/contract/shop/catalog.ts";
import { isSoldOut, visitGroups } from "@foyer/rules/catalog/basketFits.ts";
import { roomLeft } from "@foyer/rules/catalog/capacity.ts";
import { calendarEnd } from "@foyer/rules/dates/localTime.ts";
import { needsSession } from "@foyer/rules/catalog/handlers.ts";
import { memberAccess, type MemberAccess } from "@foyer/rules/membership/memberTerms.ts";
import { browsablePriceTypes, countsAsVisit, visibleGroups } from "@foyer/rules/catalog/visibleGroups.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { eventRows, offeredGroupRows, type EventRow, type GroupRow, type TypeRow } from "../events/events.sql.ts";
import { readMemberTerms } from "../members/readMemberTerms.ts";

/** An event with the groups and types that this visitor can buy. */
export type Offer = {
  readonly event: EventRow;
  readonly groups: readonly GroupRow[];
  /** The groups with sessions, and all their types. */
  readonly timed: readonly GroupRow[];
  readonly timedTypes: readonly TypeRow[];
  /** The end of the event's calendar. */
  readonly calendarEnd: string;
  /** Whether the lowest prices stored with the sessions cover exactly the visible types. */
  readonly usesStoredPrices: boolean;
  /** Members see more than this visitor. */
  readonly hasMoreForMembers: boolean;
};
/** An offer, and the offer on a given day, which depends on the visitor's membership terms. */
export type DatedOffer = Offer & { readonly onDay: (day: Day) => Offer };

type OfferFilter = {
  readonly groups?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly hidden?: readonly HiddenType[] | undefined;
};

/** Whether the lowest prices stored with an event's sessions cover exactly these types. */
export const storedPricesMatch = (all: readonly GroupRow[], seen: readonly TypeRow[]): boolean => {
  const kept = new Set(browsablePriceTypes(all).map(({ id }) => id));
  return kept.size === seen.length && seen.every(({ id }) => kept.has(id));
};

/**
 * Reads what an event offers to this visitor. A filter can only narrow it. Naming a type also names its group, because a
 * link contains both ids.
 */
export const readOffer = async (
  ctx: RequestContext,
  event_template_id: string,
  filter: OfferFilter = {},
): Promise<DatedOffer> => {
  const [event] = await eventRows(ctx, [event_template_id]);
  if (!event || event.retired) throw new Refused({ code: "event_not_found" });
  const rows = await offeredGroupRows(ctx, [event.id]);
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
    const timed = groups.filter(needsSession);
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

/** Whether a session with this capacity left is sold out for the offer's visitor. */
export const isOfferSoldOut = (offer: Pick<Offer, "timed">, sessionLeft: number): boolean =>
  isSoldOut(
    visitGroups(offer.timed).map((group) => ({
      left: roomLeft(group),
      exclude_from_event_capacity: group.exclude_from_event_capacity,
    })),
    sessionLeft,
  );

/** The earlier of two times, the second of which may be missing. */
export const earlierOf = (one: string, other: string | undefined): string =>
  other !== undefined && Temporal.Instant.compare(other, one) < 0 ? other : one;
