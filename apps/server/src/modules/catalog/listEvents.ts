import type { HiddenType } from "@foyer/contract/catalog.ts";
import { richListing, type ListedEvent, type listEvents as call } from "@foyer/contract/listing.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { WebSettings } from "@foyer/contract/seller.ts";
import { isSoldOut, visitGroups } from "@foyer/rules/basket.ts";
import { roomLeft } from "@foyer/rules/capacity.ts";
import { windowEnd } from "@foyer/rules/days.ts";
import { isTimed } from "@foyer/rules/handlers.ts";
import { toWire } from "@foyer/rules/money.ts";
import { opensAll, opensOf, type Opens } from "@foyer/rules/memberTerms.ts";
import { lowestPrice } from "@foyer/rules/prices.ts";
import { isListed, takesAPlace, visibleGroups } from "@foyer/rules/visibility.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { groupRows, type GroupRow } from "./catalog.sql.ts";
import { listedSessionRows, listingRows, lowestPriceRows, type ListingRow, type Looked } from "./listing.sql.ts";
import { membersOf } from "./membersOf.ts";
import { metaAsked, metaIs, metaShown } from "./metaFilters.ts";
import { keptPricesHold, type Offer } from "./offer.ts";
import { sayOfferedSessions, typesLookedAt } from "./offeredSessions.ts";
import { sayEvent, levelPriceOf, sayGroup, sayType, sayVenues } from "./replies.ts";

type Sent = Received<typeof call>;
/** An event of the listing. `groups` are those that this visitor sees; none of a members' event for anyone else. */
type Listed = Pick<Offer, "timed" | "timedTypes" | "keptPricesHold"> & {
  readonly row: ListingRow;
  readonly groups: readonly GroupRow[];
  readonly sold_out: boolean;
};

/** Sessions that a listing brings along at most: of one event, and of all. */
const mostSessions = { ofOne: 50, ofAll: 1000 } as const;

/** Events on sale, as the listing shows them, in the seller's order. */
export const listEvents = async (ask: Ask, sent: Sent): Promise<Reply<typeof call>> => {
  const limit = limitOf(sent);
  const before = windowEnd(ask.now, ask.seller.timezone);
  const looked = lookedFor(sent);
  const rows = (await listingRows(ask, wishedTypes(sent), before, looked)).filter((row) =>
    isListed(row, wishedTypes(sent)),
  );
  const groupsOf = Map.groupBy(
    await groupRows(
      ask,
      rows.map(({ id }) => id),
    ),
    ({ event_template_id }) => event_template_id,
  );
  const opens = opensOf(await membersOf(ask, ask.seller.timezone));
  const onSale = rows.flatMap((row) => listed(ask, row, groupsOf.get(row.id) ?? [], opens));

  const looksAtSessions = Object.values(looked).some((value) => value !== undefined);
  const named = [sent.category, sent.categories].flatMap((names) => (names ? [new Set(names.split(","))] : []));
  const meta = metaAsked(sent);
  const shown = onSale
    .filter(({ row }) => !looksAtSessions || row.matching === true)
    .filter(({ row }) => named.every((names) => row.category !== null && names.has(row.category)))
    .filter(({ row }) => metaIs(row.meta, meta))
    .slice(0, limit);

  const prices = await pricesOf(ask, shown, before);
  const embed = new Set(sent._embed);
  return {
    event_template: { _data: shown.map((event) => sayListed(ask, event, prices.get(event.row.id), sent)) },
    ...(embed.has("venue") && { venue: { _data: sayVenues(shown.map(({ row }) => row)) } }),
    ...(embed.has("ticket_group") && {
      ticket_group: { _data: shown.flatMap(({ row, groups }) => groups.map((group) => sayGroup(ask, group, row))) },
    }),
    ...(embed.has("ticket_type") && {
      ticket_type: {
        _data: shown.flatMap(({ row, groups }) =>
          groups.flatMap(({ types }) => types.map((type) => sayType(ask, row, type))),
        ),
      },
    }),
    ...(sent.includeSessions && {
      event_session: { _data: await sessionsOf(ask, shown, { before, looked }) },
    }),
    category: { _data: categoriesOf(onSale, ask.seller.web).map((name) => ({ name })) },
  };
};

/** What a reply may hold is settled before anything is read for it (T15). */
const limitOf = ({ _embed = [], _limit, includeSessions }: Sent): number => {
  const rich = includeSessions === true || _embed.includes("ticket_group") || _embed.includes("ticket_type");
  if (rich && _limit !== undefined && _limit > richListing)
    throw new Refused({ code: "bad_field_value", extra: { fields: ["_limit"], max: richListing } });
  return _limit ?? (rich ? richListing : 1000);
};

const wishedTypes = ({ hidden_type = ["public_browsable"], _withmemberevents }: Sent): HiddenType[] => [
  ...new Set<HiddenType>(_withmemberevents ? [...hidden_type, "public_member_only"] : hidden_type),
];

const lookedFor = (sent: Sent): Looked => ({
  from: sent["event_session.start_datetime._gte"],
  to: sent["event_session.start_datetime._lt"],
  date: sent.date,
  at: sent.time,
  earliest: sent["time.start"],
  latest: sent["time.end"],
});

/**
 * An event is on sale when it has a group that is for no session (a pass, a donation), or one that is, and a session to
 * come. A members' event stands in the listing for everybody who wished for those, so that they can be told to log in.
 */
const listed = (ask: Ask, row: ListingRow, all: readonly GroupRow[], opens: Opens): Listed[] => {
  const see = (as: Opens) =>
    visibleGroups(row, all, { opens: as, now: ask.now }).map((group) => ({ ...group, types: [...group.types] }));
  const sold = see(row.hidden_type === "public_member_only" ? opensAll : opens);
  const buyable = sold.filter((group) => !isTimed(group) || row.next_session !== null);
  if (buyable.length === 0) return [];

  const groups = see(opens);
  const sessionLeft = row.has_room ? Infinity : 0;
  const counted = [...visitGroups(buyable.filter(isTimed)), ...buyable.filter((group) => !isTimed(group))];
  const left = counted.map((group) => ({
    left: roomLeft(group),
    exclude_from_event_capacity: group.exclude_from_event_capacity || !isTimed(group),
  }));
  const timed = groups.filter(isTimed);
  const timedTypes = timed.filter(takesAPlace).flatMap(({ types }) => types);
  return [
    {
      row,
      groups,
      timed,
      timedTypes,
      sold_out: isSoldOut(left, sessionLeft),
      keptPricesHold: keptPricesHold(all, timedTypes),
    },
  ];
};

/** The lowest price of each event: the one kept with its sessions where that is the visitor's too, else looked up for all such events at once. */
const pricesOf = async (ask: Ask, events: readonly Listed[], before: string): Promise<Map<string, number>> => {
  const otherwise = events
    .filter((event) => !event.keptPricesHold)
    .flatMap(({ timedTypes }) => timedTypes.map(({ id }) => id));
  const looked = new Map(
    otherwise.length === 0
      ? []
      : (await lowestPriceRows(ask, otherwise, before)).map((row) => [row.event_template_id, row.min_price]),
  );
  return new Map(
    events.flatMap(({ row, groups, ...event }) => {
      const inSessions = (event.keptPricesHold ? row.min_price : looked.get(row.id)) ?? Infinity;
      const [levels, others] = [groups.filter(isLevel), groups.filter((group) => !isTimed(group) && !isLevel(group))];
      const apart = Math.min(
        lowestPrice(
          others.flatMap(({ types }) => types),
          null,
        )?.price ?? Infinity,
        ...levels.map(levelPriceOf),
      );
      const least = Math.min(inSessions, apart);
      return groups.length > 0 && Number.isFinite(least) ? [[row.id, least] as const] : [];
    }),
  );
};

const isLevel = ({ handler }: Pick<GroupRow, "handler">): boolean => handler === "membership";

/** The next sessions of the events shown, of each the same share. None of an event of which this visitor sees no group for sessions. */
const sessionsOf = async (ask: Ask, shown: readonly Listed[], by: { before: string; looked: Looked }) => {
  const events = shown.filter(({ timed }) => timed.length > 0);
  if (events.length === 0) return [];
  const offers = new Map(events.map(({ row, ...event }) => [row.id, { ...event, event: row }]));
  const rows = await listedSessionRows(ask, [...offers.keys()], {
    ...by,
    perEvent: Math.min(mostSessions.ofOne, Math.floor(mostSessions.ofAll / events.length)),
    pricesOf: [...offers.values()].flatMap(typesLookedAt),
  });
  return rows.flatMap((row) => {
    const offer = offers.get(row.event_template_id);
    return offer ? sayOfferedSessions(ask, offer, [row]) : [];
  });
};

const sayListed = ({ seller }: Ask, { row, sold_out }: Listed, price: number | undefined, sent: Sent): ListedEvent => ({
  ...sayEvent(row),
  meta: metaShown(row.meta, sent.metadataKeys),
  ...(sent["config.key"] && { config: {} }),
  next_session: row.next_session,
  last_session: row.last_session,
  min_price: price === undefined ? null : toWire(price, seller.default_currency_code),
  sold_out,
});

/** Categories with something on sale: first those that the seller's collections name, in that order, then as they come. */
const categoriesOf = (events: readonly Listed[], { collections = [] }: WebSettings): string[] => {
  const present = new Set(events.flatMap(({ row }) => (row.category === null ? [] : [row.category])));
  const named = collections.flatMap(({ categories }) => categories).filter((name) => present.has(name));
  return [...new Set([...named, ...present])];
};
