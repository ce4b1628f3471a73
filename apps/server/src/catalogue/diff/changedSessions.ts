import type { SessionFact } from "@foyer/contract/office/catalogue/sessionBuyers.ts";
import type { CatalogueEventRow, CatalogueSessionRow, VenueRow } from "./catalogueRows.ts";
import type { CatalogueChanges } from "./compareCatalogues.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";

/** A session of which something changes that buyers were told, or its number of places. */
export type ChangedSessionRow = {
  readonly before: CatalogueSessionRow;
  readonly after: CatalogueSessionRow;
  /** The event's name before the change. */
  readonly event: string;
  readonly what: readonly SessionFact[];
};

const factsOf = (before: CatalogueSessionRow, after: CatalogueSessionRow): SessionFact[] => [
  ...(before.start_datetime !== after.start_datetime || before.end_datetime !== after.end_datetime
    ? (["time"] as const)
    : []),
  ...(before.cancelled !== after.cancelled ? ([after.cancelled ? "cancelled" : "takes_place"] as const) : []),
  ...(before.retired ? (["back"] as const) : []),
  ...(before.capacity !== after.capacity || before.oversell_capacity !== after.oversell_capacity
    ? (["places"] as const)
    : []),
];

/** The events whose name or venue changes, and which of them changes. */
const changedEvents = (
  stored: StoredCatalogue,
  { events, venues }: Pick<CatalogueChanges, "events" | "venues">,
): ReadonlyMap<string, readonly SessionFact[]> => {
  const isOther = (row: VenueRow): boolean => {
    const was = stored.venues.find(({ id }) => id === row.id);
    return was?.name !== row.name || was.address !== row.address;
  };
  const places = new Set(venues.changed.filter(isOther).map(({ id }) => id));
  const changed = new Map(events.changed.map((row) => [row.id, row]));
  const factsOfEvent = (was: CatalogueEventRow): SessionFact[] => {
    const is = changed.get(was.id) ?? was;
    const isElsewhere = was.venue_id !== is.venue_id || (is.venue_id !== null && places.has(is.venue_id));
    return [...(was.name !== is.name ? (["name"] as const) : []), ...(isElsewhere ? (["venue"] as const) : [])];
  };
  return new Map(
    stored.events.flatMap((event) => {
      const facts = factsOfEvent(event);
      return facts.length > 0 ? [[event.id, facts] as const] : [];
    }),
  );
};

/**
 * The sessions that are not over and that a plan changes for ticket holders, ordered by start. Whether anybody has a
 * ticket is not checked here: a session that the plan removes because nobody has one counts as taken out, too.
 */
export const changedSessions = (
  stored: StoredCatalogue,
  changes: Pick<CatalogueChanges, "sessions" | "events" | "venues">,
  now: Temporal.Instant,
): readonly ChangedSessionRow[] => {
  const { changed, retired, removed } = changes.sessions;
  const after = new Map(changed.map((row) => [row.id, row]));
  const takenOut = new Set([...retired, ...removed].map(({ id }) => id));
  const ofEvents = changedEvents(stored, changes);
  if (after.size + takenOut.size + ofEvents.size === 0) return [];
  const names = new Map(stored.events.map(({ id, name }) => [id, name]));
  const isAhead = ({ end_datetime }: CatalogueSessionRow): boolean => Temporal.Instant.compare(end_datetime, now) > 0;
  return stored.sessions
    .filter(isAhead)
    .flatMap((before) => {
      const is = after.get(before.id);
      const what = [
        ...(is ? factsOf(before, is) : []),
        ...(takenOut.has(before.id) ? (["taken_out"] as const) : []),
        ...(ofEvents.get(before.event_template_id) ?? []),
      ];
      const event = names.get(before.event_template_id) ?? "";
      return what.length > 0 ? [{ before, after: is ?? before, event, what }] : [];
    })
    .toSorted((one, other) => (one.before.start_datetime < other.before.start_datetime ? -1 : 1));
};

/** The ids of the sessions of which buyers were told something else. A change of places alone does not count. */
export const sessionsWithNewDetails = (sessions: readonly ChangedSessionRow[]): readonly string[] =>
  sessions.filter(({ what }) => what.some((fact) => fact !== "places")).map(({ before }) => before.id);
