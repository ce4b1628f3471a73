import type { Day, Instant } from "@foyer/contract/basics.ts";
import { allDayHours, isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { hasSeats, needsSession } from "@foyer/rules/catalog/handlers.ts";
import { defaultHandler } from "@foyer/contract/handlers.ts";
import { cleanHtml } from "../../http/sanitize/cleanHtml.ts";
import type { CatalogueEvent } from "../format/events.ts";
import { checkPickerTabs, checkUniqueKeys, checkImageKey, type ValidationContext } from "./validationContext.ts";
import { checkIdentityForm } from "./checkForms.ts";
import { prepareGroup, type PreparedGroup, type PreparedType } from "./prepareGroup.ts";
import { prepareMessage, type PreparedMessage } from "./prepareMessage.ts";
import { sessionPricer, type PricedSession } from "./sessionPricer.ts";
import type { PreparedSeatMap } from "./preparedSeat.ts";
import type { Path } from "../format/problems.ts";
import { unresolvedAmbiguity } from "@foyer/rules/schedule/startAmbiguity.ts";
import { expandInSteps } from "@foyer/rules/schedule/expandSchedules.ts";
import type { Steps } from "@foyer/rules/values/steps.ts";
import { isMoved, type ScheduledSession } from "@foyer/rules/schedule/scheduledSession.ts";

/** A moved session, by its planned start, and its position in the file. */
export type MovedSession = { readonly planned_start: Instant; readonly path: Path };

export type PreparedCatalogueEvent = {
  readonly key: string;
  readonly venue: string | undefined;
  readonly seat_map: string | undefined;
  readonly timezone: string;
  readonly event: Pick<
    CatalogueEvent,
    "name" | "subtitle" | "summary" | "description" | "category" | "event_type" | "hidden_type" | "meta" | "config"
  >;
  readonly groups: readonly PreparedGroup[];
  readonly sessions: readonly PricedSession[];
  readonly messages: readonly PreparedMessage[];
  /** Sessions moved to a time that has passed, which is not allowed. */
  readonly movedIntoPast: readonly MovedSession[];
  readonly pastSessions: number;
};

export const prepareCatalogueEvent = function* (
  context: ValidationContext,
  event: CatalogueEvent,
  path: Path,
  seatMaps: readonly PreparedSeatMap[],
): Steps<PreparedCatalogueEvent> {
  const { catalogue, now, addProblem } = context;
  const venue = resolveVenue(context, event, path);
  const timezone = (venue && catalogue.venues?.[venue]?.timezone) ?? catalogue.seller.timezone;
  const today = context.todayIn(timezone);
  const venueClosed = venue === undefined ? undefined : catalogue.venues?.[venue]?.closed;
  checkVenueToFollow(event, venue, path, addProblem);
  const groups = (event.groups ?? []).map((group, index) =>
    prepareGroup(context, group, { path: [...path, "groups", index], event: event.key, timezone, today }),
  );
  checkUniqueKeys(event.groups ?? [], [...path, "groups"], addProblem);
  checkUniqueKeys(event.messages ?? [], [...path, "messages"], addProblem);
  checkPickerTabs(event.config?.session_picker_tabs, [...path, "config", "session_picker_tabs"], addProblem);
  checkIdentityForm(event.meta?.identity_form, [...path, "meta", "identity_form"], addProblem);
  if (event.config?.citypass && !catalogue.seller.configuration?.citypass_code_groups)
    addProblem([...path, "config", "citypass"], "needs the seller's configuration.citypass_code_groups");
  for (const field of ["image_cover", "image_profile"] as const)
    checkImageKey(catalogue, event.meta?.[field], [...path, "meta", field], addProblem);

  const types = new Map(
    groups.flatMap((group) => group.types.map((type) => [`${group.key}/${type.key}`, type] as const)),
  );
  checkTypeKeys(event, types, path, addProblem);
  const seatMap = seatMaps.find(({ key }) => key === event.seat_map);
  checkSeating(event, seatMap, path, addProblem);
  const seats = countSellableSeats(event, seatMap);
  const expanded = yield* expandInSteps(event, { zone: timezone, today, path, addProblem, venueClosed });
  const allSessions =
    seats === undefined
      ? expanded
      : expanded.map((session) => (session.capacity < 0 ? { ...session, capacity: seats } : session));
  const priceSession = sessionPricer(context, { rules: event.prices ?? [], groups, today, path: [...path, "prices"] });
  const nowText = now.toString();
  const futureSessions = allSessions.filter(({ start_datetime }) => start_datetime > nowText);
  yield* warnAboutClocks(futureSessions, timezone, context.addWarning);
  warnAboutUnnamedStarts(event, futureSessions, path, context.addWarning);
  warnAboutIdleChanges(event, allSessions, { path, today }, context.addWarning);
  const sessions: PricedSession[] = [];
  for (const session of futureSessions) {
    yield;
    sessions.push(priceSession(session));
  }
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
    sessions,
    messages: (event.messages ?? []).map((message, index) =>
      prepareMessage(message, { groups, today, addProblem, path: [...path, "messages", index] }),
    ),
    movedIntoPast: allSessions
      .filter((session) => session.start_datetime <= nowText && isMoved(session))
      .map(({ planned, path: at }) => ({ planned_start: planned.start_datetime, path: at })),
    pastSessions: allSessions.length - futureSessions.length,
  };
};

/** Warns about starts that the venue's clocks skip or show twice on that day, unless the catalogue says what is meant. */
const warnAboutClocks = function* (
  sessions: readonly ScheduledSession[],
  timezone: string,
  addWarning: ValidationContext["addWarning"],
): Steps<void> {
  for (const session of sessions) {
    yield;
    const doubt = unresolvedAmbiguity(session, timezone);
    if (!doubt) continue;
    const { path, entry = path, at } = session;
    const { local_day, local_start } = session.planned;
    const consequence =
      doubt === "skipped"
        ? `the clocks skip that time, so it starts at ${local_start}`
        : "the clocks show that time twice, so it starts at the first";
    addWarning(entry, `starts at ${at} on ${local_day}: ${consequence}`, { needsChoice: true });
  }
};

/**
 * Warns about days on which an event has a long session and another one, if the catalogue does not say whether long
 * sessions name their start: e-mails and tickets would not say when such a session begins.
 */
const warnAboutUnnamedStarts = (
  { event_type, meta }: CatalogueEvent,
  sessions: readonly ScheduledSession[],
  path: Path,
  addWarning: ValidationContext["addWarning"],
): void => {
  if (meta?.names_start !== undefined) return;
  const kind = { event_type: event_type ?? "repeating" };
  const days = Map.groupBy(
    sessions.filter(({ cancelled }) => !cancelled),
    ({ local_day }) => local_day,
  );
  for (const [day, ofDay] of days)
    if (ofDay.length > 1 && ofDay.some((session) => isAllDay(session, kind)))
      return addWarning(
        [...path, "meta", "names_start"],
        `${day} has ${ofDay.length} sessions, but those longer than ${allDayHours} hours do not show when they begin; set it to true to show the time, or to false for all-day visits`,
      );
};

/** Warns about changes of one day that no session has: its week may have another time by now. The past is left alone. */
const warnAboutIdleChanges = (
  { schedules = [] }: CatalogueEvent,
  sessions: readonly ScheduledSession[],
  { path, today }: { readonly path: Path; readonly today: Day },
  addWarning: ValidationContext["addWarning"],
): void => {
  // Where the schedule is wrong there are none.
  if (sessions.length === 0) return;
  const applied = new Set(sessions.map((session) => session.path.join(".")));
  for (const [index, { changed = [] }] of schedules.entries())
    for (const [entry, { days, time }] of changed.entries()) {
      const at = [...path, "schedules", index, "changed", entry];
      if (typeof days !== "string" || !/^\d{4}-/.test(days) || days < today || applied.has(at.join("."))) continue;
      const start = time?.from === undefined ? "" : ` from ${time.from}`;
      addWarning(at, `applies to no session: its week has none on ${days}${start}, or an earlier change applies`);
    }
};

const resolveVenue = (
  { catalogue, addProblem }: ValidationContext,
  { venue }: CatalogueEvent,
  path: Path,
): string | undefined => {
  const known = Object.keys(catalogue.venues ?? {});
  if (venue === undefined) {
    if (known.length > 1) addProblem([...path, "venue"], `is missing; it is one of ${known.join(", ")}`);
    return known[0];
  }
  if (known.includes(venue)) return venue;
  addProblem([...path, "venue"], `there is no venue '${venue}'`);
  return undefined;
};

const checkVenueToFollow = (
  { schedules }: CatalogueEvent,
  venue: string | undefined,
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void =>
  schedules?.forEach((schedule, index) => {
    if (schedule.closed_with_venue && venue === undefined)
      addProblem([...path, "schedules", index, "closed_with_venue"], "needs a venue");
  });

/** Reports seated groups without a seat map or with unknown zones. */
const checkSeating = (
  event: CatalogueEvent,
  seatMap: PreparedSeatMap | undefined,
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void => {
  if (event.seat_map !== undefined && !seatMap)
    addProblem([...path, "seat_map"], `there is no seat map '${event.seat_map}'`);
  const zones = new Set(seatMap?.seats.map(({ zone }) => zone));
  (event.groups ?? []).forEach(({ handler = defaultHandler, seat_zones }, index) => {
    const at = [...path, "groups", index];
    const isSeated = hasSeats({ handler });
    if (isSeated && event.seat_map === undefined)
      addProblem([...path, "seat_map"], "is missing: a seated group needs it");
    if (isSeated && !seat_zones) addProblem([...at, "seat_zones"], "is missing: a seated group needs it");
    if (!isSeated && seat_zones) addProblem([...at, "seat_zones"], "belongs to a group whose handler is seated");
    if (seatMap)
      seat_zones?.forEach((zone, zoneIndex) => {
        if (!zones.has(zone)) addProblem([...at, "seat_zones", zoneIndex], `the seat map has no zone '${zone}'`);
      });
  });
};

/** The number of seats that an event sells, or undefined if it also sells tickets without seats. */
const countSellableSeats = (
  { groups = [] }: CatalogueEvent,
  seatMap: PreparedSeatMap | undefined,
): number | undefined => {
  const timedGroups = groups.filter(
    ({ handler = defaultHandler, start_policy = null, exclude_from_event_capacity }) =>
      needsSession({ handler, start_policy }) && !exclude_from_event_capacity,
  );
  if (
    !seatMap ||
    timedGroups.length === 0 ||
    !timedGroups.every(({ handler = defaultHandler }) => hasSeats({ handler }))
  )
    return undefined;
  const zones = new Set(timedGroups.flatMap(({ seat_zones = [] }) => seat_zones));
  return seatMap.seats.filter(({ zone }) => zones.has(zone)).length;
};

const checkTypeKeys = (
  event: CatalogueEvent,
  types: ReadonlyMap<string, PreparedType>,
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void => {
  for (const field of ["primary_ticket_type", "secondary_ticket_type"] as const) {
    const key = event.config?.price_display?.[field];
    if (key !== undefined && !types.has(key))
      addProblem([...path, "config", "price_display", field], `this event has no type '${key}'`);
  }
  const singles = [
    ...(event.sessions ?? []).map((single, index) => ({ single, at: [...path, "sessions", index] })),
    ...(event.schedules ?? []).flatMap(({ extra = [] }, schedule) =>
      extra.map((single, index) => ({ single, at: [...path, "schedules", schedule, "extra", index] })),
    ),
    ...(event.schedules ?? []).flatMap(({ changed = [] }, schedule) =>
      changed.map((single, index) => ({ single, at: [...path, "schedules", schedule, "changed", index] })),
    ),
  ];
  for (const { single, at } of singles)
    for (const key of Object.keys(single.prices ?? {}))
      if (!types.has(key)) addProblem([...at, "prices", key], `this event has no type '${key}'`);
};
