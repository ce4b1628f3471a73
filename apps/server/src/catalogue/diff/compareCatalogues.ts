import { compareRows } from "./compareRows.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";
import type {
  CodeGroupRow,
  CodeRow,
  DiscountRow,
  EventRow,
  GroupRow,
  ImageRow,
  MemberRuleRow,
  MessageRow,
  PriceRow,
  ProgramRow,
  RoleRow,
  RuleRow,
  SeatMapRow,
  SeatRow,
  SessionRow,
  TypeRow,
  VenueRow,
} from "./catalogueRows.ts";
import type { DesiredCatalogue } from "./desiredCatalogue.ts";

/** The stored catalogue of a new seller. */
export const emptyCatalogue: Omit<StoredCatalogue, "seller" | "priceLog"> = {
  images: [],
  venues: [],
  seatMaps: [],
  seats: [],
  events: [],
  groups: [],
  types: [],
  sessions: [],
  prices: [],
  messages: [],
  programs: [],
  roles: [],
  memberRules: [],
  codeGroups: [],
  codes: [],
  discounts: [],
  rules: [],
};

/** The changes that turn the stored catalogue into the desired one, by table. `sold`: ids that tickets or carts refer to. */
export const compareCatalogues = (
  stored: typeof emptyCatalogue,
  desired: DesiredCatalogue,
  { now, sold: soldIds }: { now: Temporal.Instant; sold: ReadonlySet<string> },
) => {
  const byId = { keyOf: ({ id }: { id: string }) => id };
  const retirable = {
    ...byId,
    isKept: ({ retired }: { retired: boolean }) => retired,
    isSold: ({ id }: { id: string }) => soldIds.has(id),
  };
  const events = compareRows<EventRow>(stored.events, desired.events, retirable);
  const removedEvents = new Set(events.removed.map(({ id }) => id));
  const nowText = now.toString();
  // A session that has begun is kept as it is, unless its whole event is removed.
  const sessions = compareRows<SessionRow>(stored.sessions, desired.sessions, {
    ...retirable,
    isKept: ({ retired, start_datetime, event_template_id }) =>
      !removedEvents.has(event_template_id) && (retired || start_datetime <= nowText),
  });
  const types = compareRows<TypeRow>(stored.types, desired.types, retirable);
  const keptVenues = new Set(
    [...stored.events.filter(({ id, retired }) => retired && !removedEvents.has(id)), ...events.retired].map(
      ({ venue_id }) => venue_id,
    ),
  );
  const desiredSessions = new Set(desired.sessions.map(({ id }) => id));
  const removedSessions = new Set(sessions.removed.map(({ id }) => id));
  const removedTypes = new Set(types.removed.map(({ id }) => id));
  return {
    images: compareRows<ImageRow>(stored.images, desired.images, byId),
    venues: compareRows<VenueRow>(stored.venues, desired.venues, { ...byId, isKept: ({ id }) => keptVenues.has(id) }),
    // There are few seat maps, and retired events refer to them: none is ever removed.
    seatMaps: compareRows<SeatMapRow>(stored.seatMaps, desired.seatMaps, { ...retirable, isSold: () => true }),
    seats: compareRows<SeatRow>(stored.seats, desired.seats, retirable),
    events,
    groups: compareRows<GroupRow>(stored.groups, desired.groups, retirable),
    types,
    sessions,
    prices: compareRows<PriceRow>(stored.prices, desired.prices, {
      keyOf: ({ event_session_id, ticket_type_id }) => `${event_session_id}/${ticket_type_id}`,
      isKept: ({ event_session_id: session, ticket_type_id: type }) =>
        !desiredSessions.has(session) && !removedSessions.has(session) && !removedTypes.has(type),
    }),
    messages: compareRows<MessageRow>(stored.messages, desired.messages, byId),
    memberRules: compareRows<MemberRuleRow>(stored.memberRules, desired.memberRules, {
      keyOf: ({ ticket_type_id, party_role }) => `${ticket_type_id}/${party_role}`,
    }),
    // There are few, and memberships refer to them: none is ever removed.
    programs: compareRows<ProgramRow>(stored.programs, desired.programs, { ...retirable, isSold: () => true }),
    roles: compareRows<RoleRow>(stored.roles, desired.roles, { ...retirable, isSold: () => true }),
    codeGroups: compareRows<CodeGroupRow>(stored.codeGroups, desired.codeGroups, {
      ...retirable,
      // Kept for the membership level whose gifts it held, which may be retired itself.
      isSold: ({ id }) => soldIds.has(id) || stored.groups.some(({ gift_code_group_id }) => gift_code_group_id === id),
    }),
    codes: compareRows<CodeRow>(stored.codes, desired.codes, retirable),
    // There are few, and orders refer to them: none is ever removed.
    discounts: compareRows<DiscountRow>(stored.discounts, desired.discounts, { ...retirable, isSold: () => true }),
    rules: compareRows<RuleRow>(stored.rules, desired.rules, byId),
  };
};

export type CatalogueChanges = ReturnType<typeof compareCatalogues>;
