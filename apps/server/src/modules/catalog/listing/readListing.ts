import type { HiddenType } from "@foyer/contract/shop/catalog.ts";
import { maxEmbeddedEvents, type ListedEvent, type listEvents } from "@foyer/contract/shop/listing.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { WebSettings } from "@foyer/contract/shop/seller.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { isSoldOut, visitGroups } from "@foyer/rules/catalog/basketFits.ts";
import { roomLeft } from "@foyer/rules/catalog/capacity.ts";
import { calendarEnd } from "@foyer/rules/dates/localTime.ts";
import { isMembership, needsSession } from "@foyer/rules/catalog/handlers.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { fullMemberAccess, memberAccess, type MemberAccess } from "@foyer/rules/membership/memberTerms.ts";
import { hasOutsideFees } from "@foyer/rules/pricing/hasOutsideFees.ts";
import { lowestPrice } from "@foyer/rules/pricing/prices.ts";
import { listedPrice, type PriceRange } from "@foyer/rules/reserve/prices/listedPrice.ts";
import { hasSeveralPrices } from "@foyer/rules/reserve/pickerDays.ts";
import { isListed, countsAsVisit, visibleGroups } from "@foyer/rules/catalog/visibleGroups.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { offeredGroupRows, type GroupRow } from "../events/events.sql.ts";
import { listedSessionRows, listingRows, priceRangeRows, type ListingRow } from "./readListing.sql.ts";
import type { SessionFilter } from "./sessionSummary.sql.ts";
import { readMemberTerms } from "../members/readMemberTerms.ts";
import { metaFiltersOf, matchesMeta, pickMeta } from "./metaFilters.ts";
import { displayPriceTypes } from "../offer/displayPrices.ts";
import { storedPricesMatch, type Offer } from "../offer/readOffer.ts";
import { presentOfferedSessions, typesToPrice } from "../sessions/offeredSessions.ts";
import { presentEvent, levelPrice, presentGroup, presentType, presentVenues } from "../events/presenters.ts";

type ListingRequest = Received<typeof listEvents>;
/** A listed event. `groups` are those visible to this visitor: none for a members' event unless they are a member. */
type ListedEventState = Pick<Offer, "timed" | "timedTypes" | "usesStoredPrices"> & {
  readonly row: ListingRow;
  readonly groups: readonly GroupRow[];
  readonly sold_out: boolean;
};

/** The maximum number of sessions in a listing. */
const maxSessions = { ofOne: 50, ofAll: 1000 } as const;

/** Events on sale, in the seller's order. */
export const readListing = async (ctx: RequestContext, sent: ListingRequest): Promise<Reply<typeof listEvents>> => {
  const limit = limitOf(sent);
  const before = calendarEnd(ctx.now, ctx.seller.timezone);
  const sessionFilter = sessionFilterOf(sent);
  const hiddenTypes = requestedHiddenTypes(sent);
  const rows = (await listingRows(ctx, { hiddenTypes, before, sessionFilter })).filter((row) =>
    isListed(row, hiddenTypes),
  );
  const groupsOf = Map.groupBy(
    await offeredGroupRows(
      ctx,
      rows.map(({ id }) => id),
    ),
    ({ event_template_id }) => event_template_id,
  );
  const opens = memberAccess(await readMemberTerms(ctx, ctx.seller.timezone));
  const onSale = rows.flatMap((row) => toListedEvent(ctx, row, groupsOf.get(row.id) ?? [], opens));

  const filtersSessions = Object.values(sessionFilter).some((value) => value !== undefined);
  const categoryFilters = [sent.category, sent.categories].flatMap((names) =>
    names ? [new Set(names.split(","))] : [],
  );
  const meta = metaFiltersOf(sent);
  const shown = onSale
    .filter(({ row }) => !filtersSessions || row.next_matching !== null)
    .filter(({ row }) => categoryFilters.every((names) => row.category !== null && names.has(row.category)))
    .filter(({ row }) => matchesMeta(row.meta, meta))
    .slice(0, limit);

  const prices = await readPrices(ctx, shown, { before, sessionFilter });
  const embed = new Set(sent._embed);
  return {
    event_template: { _data: shown.map((event) => presentListedEvent(ctx, event, prices.get(event.row.id), sent)) },
    ...(embed.has("venue") && { venue: { _data: presentVenues(shown.map(({ row }) => row)) } }),
    ...(embed.has("ticket_group") && {
      ticket_group: { _data: shown.flatMap(({ row, groups }) => groups.map((group) => presentGroup(ctx, group, row))) },
    }),
    ...(embed.has("ticket_type") && {
      ticket_type: {
        _data: shown.flatMap(({ row, groups }) =>
          groups.flatMap(({ types }) => types.map((type) => presentType(ctx, row, type))),
        ),
      },
    }),
    ...(sent.includeSessions && {
      event_session: { _data: await listedSessions(ctx, shown, { before, sessionFilter }) },
    }),
    category: { _data: categoriesOf(onSale, ctx.seller.web).map((name) => ({ name })) },
  };
};

/** Limits the size of a reply before anything is read. */
const limitOf = ({ _embed = [], _limit, includeSessions }: ListingRequest): number => {
  const isRich = includeSessions === true || _embed.includes("ticket_group") || _embed.includes("ticket_type");
  if (isRich && _limit !== undefined && _limit > maxEmbeddedEvents)
    throw new Refused({ code: "bad_field_value", extra: { fields: ["_limit"], max: maxEmbeddedEvents } });
  return _limit ?? (isRich ? maxEmbeddedEvents : 1000);
};

const requestedHiddenTypes = ({
  hidden_type = ["public_browsable"],
  _withmemberevents,
}: ListingRequest): HiddenType[] => [
  ...new Set<HiddenType>(_withmemberevents ? [...hidden_type, "public_member_only"] : hidden_type),
];

const sessionFilterOf = (sent: ListingRequest): SessionFilter => ({
  from: sent["event_session.start_datetime._gte"],
  to: sent["event_session.start_datetime._lt"],
  date: sent.date,
  at: sent.time,
  earliest: sent["time.start"],
  latest: sent["time.end"],
});

/**
 * Lists an event if it is on sale with a group that needs no session (a pass, a donation), or with a group for sessions
 * and an upcoming session. Members' events are listed for everybody on request, so that the page can ask for a login.
 */
const toListedEvent = (
  ctx: RequestContext,
  row: ListingRow,
  all: readonly GroupRow[],
  opens: MemberAccess,
): ListedEventState[] => {
  const visibleTo = (as: MemberAccess) =>
    visibleGroups(row, all, { opens: as, now: ctx.now }).map((group) => ({ ...group, types: [...group.types] }));
  const soldGroups = visibleTo(row.hidden_type === "public_member_only" ? fullMemberAccess : opens);
  const buyable = soldGroups.filter((group) => !needsSession(group) || row.next_session !== null);
  if (buyable.length === 0) return [];

  const groups = visibleTo(opens);
  const sessionLeft = row.has_room ? Infinity : 0;
  const counted = [...visitGroups(buyable.filter(needsSession)), ...buyable.filter((group) => !needsSession(group))];
  const left = counted.map((group) => ({
    left: roomLeft(group),
    exclude_from_event_capacity: group.exclude_from_event_capacity || !needsSession(group),
  }));
  const timed = groups.filter(needsSession);
  const timedTypes = timed.filter(countsAsVisit).flatMap(({ types }) => types);
  return [
    {
      row,
      groups,
      timed,
      timedTypes,
      sold_out: isSoldOut(left, sessionLeft),
      usesStoredPrices: storedPricesMatch(all, timedTypes),
    },
  ];
};

type EventPrices = {
  readonly lowest: number;
  readonly listed: NonNullable<ReturnType<typeof listedPrice>>;
  readonly hasFees: boolean;
};

/**
 * The prices of each event: the stored ones if they apply to the visitor, otherwise read for all such events at once.
 * Also reads the prices of the types that events display on their days.
 */
const readPrices = async (
  ctx: RequestContext,
  events: readonly ListedEventState[],
  by: { readonly before: string; readonly sessionFilter: SessionFilter },
): Promise<Map<string, EventPrices>> => {
  const rangesOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, PriceRange>> =>
    new Map(
      ids.length === 0 ? [] : (await priceRangeRows(ctx, ids, by)).map((row) => [row.event_template_id, row] as const),
    );
  const primaryTypeOf = ({ row, timed }: ListedEventState) => displayPriceTypes({ event: row, timed }).primary_price;
  const lookedUp = await rangesOf(
    events.filter((event) => !event.usesStoredPrices).flatMap(({ timedTypes }) => timedTypes.map(({ id }) => id)),
  );
  const primary = await rangesOf(events.flatMap((event) => primaryTypeOf(event)?.id ?? []));
  return new Map(
    events.flatMap((event) => {
      const { row, groups } = event;
      const stored =
        row.min_price === null ? undefined : { lowest: row.min_price, highest: row.max_price ?? row.min_price };
      const sessions = event.usesStoredPrices ? stored : lookedUp.get(row.id);
      const others = sessionlessPrices(ctx, groups);
      const types = groups.flatMap((group) => group.types.map((type) => presentType(ctx, row, type)));
      const listed = listedPrice({
        sessions,
        primary: primary.get(row.id),
        others,
        severalPrices: hasSeveralPrices(types),
      });
      const lowest = Math.min(...[sessions, others].flatMap((range) => range?.lowest ?? []));
      return listed && groups.length > 0
        ? [[row.id, { lowest, listed, hasFees: types.some(hasOutsideFees) }] as const]
        : [];
    }),
  );
};

/** The prices of an event's levels, passes and the like. A free type does not count if there are others. */
const sessionlessPrices = ({ seller }: RequestContext, groups: readonly GroupRow[]): PriceRange | undefined => {
  const [levels, others] = [
    groups.filter(isMembership),
    groups.filter((group) => !needsSession(group) && !isMembership(group)),
  ];
  const lowest = lowestPrice(
    others.flatMap(({ types }) => types),
    null,
    sellerAmountStep(seller),
  )?.price;
  const prices = [...(lowest === undefined ? [] : [lowest]), ...levels.map(levelPrice)];
  return prices.length === 0 ? undefined : { lowest: Math.min(...prices), highest: Math.max(...prices) };
};

/**
 * The next sessions of the listed events, with an equal share for each. Skips events without a visible group for
 * sessions.
 */
const listedSessions = async (
  ctx: RequestContext,
  shown: readonly ListedEventState[],
  by: { before: string; sessionFilter: SessionFilter },
) => {
  const events = shown.filter(({ timed }) => timed.length > 0);
  if (events.length === 0) return [];
  const offers = new Map(events.map(({ row, ...event }) => [row.id, { ...event, event: row }]));
  const rows = await listedSessionRows(ctx, [...offers.keys()], {
    ...by,
    perEvent: Math.min(maxSessions.ofOne, Math.floor(maxSessions.ofAll / events.length)),
    priceTypeIds: [...offers.values()].flatMap(typesToPrice),
  });
  return rows.flatMap((row) => {
    const offer = offers.get(row.event_template_id);
    return offer ? presentOfferedSessions(ctx, offer, [row]) : [];
  });
};

const presentListedEvent = (
  { seller }: RequestContext,
  { row, sold_out }: ListedEventState,
  price: EventPrices | undefined,
  sent: ListingRequest,
): ListedEvent => ({
  ...presentEvent(row),
  meta: pickMeta(row.meta, sent.metadataKeys),
  ...(sent["config.key"] && { config: {} }),
  next_session: row.next_matching,
  last_session: row.last_session,
  min_price: price === undefined ? null : toDecimal(price.lowest, seller.default_currency_code),
  listed_price: price === undefined ? null : toDecimal(price.listed.price, seller.default_currency_code),
  listed_price_is_lowest: price?.listed.isLowest ?? false,
  has_fees: price?.hasFees ?? false,
  sold_out,
});

/** Categories on sale: first those of the seller's collections in their order, then the others. */
const categoriesOf = (events: readonly ListedEventState[], { collections = [] }: WebSettings): string[] => {
  const present = new Set(events.flatMap(({ row }) => (row.category === null ? [] : [row.category])));
  const ofCollections = collections.flatMap(({ categories }) => categories).filter((name) => present.has(name));
  return [...new Set([...ofCollections, ...present])];
};
