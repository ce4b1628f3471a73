import { isTimed } from "@foyer/rules/handlers.ts";
import { cleanHtml } from "../http/cleanHtml.ts";
import type { Event } from "./formatEvents.ts";
import { sayTabs, sayTwins, sayUnknownImage, type Book } from "./book.ts";
import { prepareGroup, sayIdentityForm, type PreparedGroup, type PreparedType } from "./prepareGroup.ts";
import { prepareMessage, type PreparedMessage } from "./prepareMessage.ts";
import { priceList, type PricedSession } from "./priceList.ts";
import type { PreparedSeatMap } from "./prepareSeats.ts";
import type { Path } from "./problems.ts";
import { sessionsOf } from "./schedule.ts";

export type PreparedEvent = {
  readonly key: string;
  readonly venue: string | undefined;
  readonly seat_map: string | undefined;
  readonly timezone: string;
  readonly event: Pick<
    Event,
    "name" | "subtitle" | "summary" | "description" | "category" | "event_type" | "hidden_type" | "meta" | "config"
  >;
  readonly groups: readonly PreparedGroup[];
  readonly sessions: readonly PricedSession[];
  readonly messages: readonly PreparedMessage[];
  readonly past: number;
};

export const prepareEvent = (
  book: Book,
  event: Event,
  path: Path,
  seatMaps: readonly PreparedSeatMap[],
): PreparedEvent => {
  const { catalogue, now, say } = book;
  const venue = venueOf(book, event, path);
  const timezone = (venue && catalogue.venues?.[venue]?.timezone) ?? catalogue.seller.timezone;
  const today = book.todayIn(timezone);
  const groups = (event.groups ?? []).map((group, index) =>
    prepareGroup(book, group, { path: [...path, "groups", index], event: event.key, timezone, today }),
  );
  sayTwins(event.groups ?? [], [...path, "groups"], say);
  sayTwins(event.messages ?? [], [...path, "messages"], say);
  sayTabs(event.config?.session_picker_tabs, [...path, "config", "session_picker_tabs"], say);
  sayIdentityForm(event.meta?.identity_form, [...path, "meta", "identity_form"], say);
  if (event.config?.citypass && !catalogue.seller.configuration?.citypass_code_groups)
    say([...path, "config", "citypass"], "needs the seller's configuration.citypass_code_groups");
  for (const field of ["image_cover", "image_profile"] as const)
    sayUnknownImage(catalogue, event.meta?.[field], [...path, "meta", field], say);

  const types = new Map(
    groups.flatMap((group) => group.types.map((type) => [`${group.key}/${type.key}`, type] as const)),
  );
  sayUnknownTypes(event, types, path, say);
  const seatMap = seatMaps.find(({ key }) => key === event.seat_map);
  saySeats(event, seatMap, path, say);
  const seats = seatsSold(event, seatMap);
  const held = sessionsOf(event, { zone: timezone, today, path, say }).map((session) =>
    seats !== undefined && session.capacity < 0 ? { ...session, capacity: seats } : session,
  );
  const price = priceList(book, { rules: event.prices ?? [], groups, today, path: [...path, "prices"] });
  const moment = now.toString();
  const toCome = held.filter(({ start_datetime }) => start_datetime > moment);
  const { name, subtitle, summary, description, category, event_type, hidden_type, meta, config } = event;
  return {
    key: event.key,
    venue,
    seat_map: seatMap?.key,
    timezone,
    event: {
      name,
      subtitle,
      summary,
      description: description && cleanHtml(description),
      category,
      event_type,
      hidden_type,
      meta,
      config,
    },
    groups,
    sessions: toCome.map(price),
    messages: (event.messages ?? []).map((message, index) =>
      prepareMessage(message, { groups, today, say, path: [...path, "messages", index] }),
    ),
    past: held.length - toCome.length,
  };
};

const venueOf = ({ catalogue, say }: Book, { venue }: Event, path: Path): string | undefined => {
  const known = Object.keys(catalogue.venues ?? {});
  if (venue === undefined) {
    if (known.length > 1) say([...path, "venue"], `is missing; it is one of ${known.join(", ")}`);
    return known[0];
  }
  if (known.includes(venue)) return venue;
  say([...path, "venue"], `names no venue: '${venue}'`);
  return undefined;
};

/** Seated groups need a hall, and zones of it. */
const saySeats = (event: Event, seatMap: PreparedSeatMap | undefined, path: Path, say: Book["say"]): void => {
  if (event.seat_map !== undefined && !seatMap) say([...path, "seat_map"], `names no seat map: '${event.seat_map}'`);
  const zones = new Set(seatMap?.seats.map(({ zone }) => zone));
  (event.groups ?? []).forEach(({ handler, seat_zones }, index) => {
    const at = [...path, "groups", index];
    if (handler === "seated" && event.seat_map === undefined)
      say([...path, "seat_map"], "is missing: a seated group needs it");
    if (handler === "seated" && !seat_zones) say([...at, "seat_zones"], "is missing: a seated group needs it");
    if (handler !== "seated" && seat_zones) say([...at, "seat_zones"], "belongs to a group whose handler is seated");
    if (seatMap)
      seat_zones?.forEach((zone, place) => {
        if (!zones.has(zone)) say([...at, "seat_zones", place], `names no zone of the seat map: '${zone}'`);
      });
  });
};

/** How many seats an event sells, where all that takes a place in its sessions is a seat. */
const seatsSold = ({ groups = [] }: Event, seatMap: PreparedSeatMap | undefined): number | undefined => {
  const counted = groups.filter(
    (group) => isTimed({ handler: group.handler ?? "tickets" }) && !group.exclude_from_event_capacity,
  );
  if (!seatMap || counted.length === 0 || counted.some(({ handler }) => handler !== "seated")) return undefined;
  const zones = new Set(counted.flatMap(({ seat_zones = [] }) => seat_zones));
  return seatMap.seats.filter(({ zone }) => zones.has(zone)).length;
};

const sayUnknownTypes = (
  event: Event,
  types: ReadonlyMap<string, PreparedType>,
  path: Path,
  say: Book["say"],
): void => {
  for (const field of ["primary_ticket_type", "secondary_ticket_type"] as const) {
    const key = event.config?.price_display?.[field];
    if (key !== undefined && !types.has(key))
      say([...path, "config", "price_display", field], `names no type of this event: '${key}'`);
  }
  const singles = [
    ...(event.sessions ?? []).map((single, index) => ({ single, at: [...path, "sessions", index] })),
    ...(event.schedules ?? []).flatMap(({ extra = [] }, schedule) =>
      extra.map((single, index) => ({ single, at: [...path, "schedules", schedule, "extra", index] })),
    ),
  ];
  for (const { single, at } of singles)
    for (const key of Object.keys(single.prices ?? {}))
      if (!types.has(key)) say([...at, "prices", key], `names no type of this event: '${key}'`);
};
