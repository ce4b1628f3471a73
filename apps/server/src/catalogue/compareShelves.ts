import { compare } from "./compare.ts";
import type { Standing } from "./readShelf.ts";
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
} from "./rows.ts";
import type { Wanted } from "./wantedShelf.ts";

/** What stands where a seller is new. */
export const nobody: Omit<Standing, "seller" | "log"> = {
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

/** What has to happen, table by table, that what stands becomes what is wanted. `sold`: ids that tickets or carts name. */
export const compareShelves = (
  standing: typeof nobody,
  wanted: Wanted,
  { now, sold }: { now: Temporal.Instant; sold: ReadonlySet<string> },
) => {
  const byId = { keyOf: ({ id }: { id: string }) => id };
  const kept = {
    ...byId,
    isLeft: ({ retired }: { retired: boolean }) => retired,
    isSold: ({ id }: { id: string }) => sold.has(id),
  };
  const events = compare<EventRow>(standing.events, wanted.events, kept);
  const goneEvents = new Set(events.removed.map(({ id }) => id));
  const moment = now.toString();
  // What has begun is history: it is left as it is, unless its whole event goes.
  const sessions = compare<SessionRow>(standing.sessions, wanted.sessions, {
    ...kept,
    isLeft: ({ retired, start_datetime, event_template_id }) =>
      !goneEvents.has(event_template_id) && (retired || start_datetime <= moment),
  });
  const types = compare<TypeRow>(standing.types, wanted.types, kept);
  const stayingVenues = new Set(
    [...standing.events.filter(({ id, retired }) => retired && !goneEvents.has(id)), ...events.retired].map(
      ({ venue_id }) => venue_id,
    ),
  );
  const living = new Set(wanted.sessions.map(({ id }) => id));
  const goneSessions = new Set(sessions.removed.map(({ id }) => id));
  const goneTypes = new Set(types.removed.map(({ id }) => id));
  return {
    images: compare<ImageRow>(standing.images, wanted.images, byId),
    venues: compare<VenueRow>(standing.venues, wanted.venues, { ...byId, isLeft: ({ id }) => stayingVenues.has(id) }),
    // The rows of halls are few: one that was ever there stays for the events that once named it.
    seatMaps: compare<SeatMapRow>(standing.seatMaps, wanted.seatMaps, { ...kept, isSold: () => true }),
    seats: compare<SeatRow>(standing.seats, wanted.seats, kept),
    events,
    groups: compare<GroupRow>(standing.groups, wanted.groups, kept),
    types,
    sessions,
    prices: compare<PriceRow>(standing.prices, wanted.prices, {
      keyOf: ({ event_session_id, ticket_type_id }) => `${event_session_id}/${ticket_type_id}`,
      isLeft: ({ event_session_id: session, ticket_type_id: type }) =>
        !living.has(session) && !goneSessions.has(session) && !goneTypes.has(type),
    }),
    messages: compare<MessageRow>(standing.messages, wanted.messages, byId),
    memberRules: compare<MemberRuleRow>(standing.memberRules, wanted.memberRules, {
      keyOf: ({ ticket_type_id, party_role }) => `${ticket_type_id}/${party_role}`,
    }),
    // Few, and memberships name them: one that was ever there stays.
    programs: compare<ProgramRow>(standing.programs, wanted.programs, { ...kept, isSold: () => true }),
    roles: compare<RoleRow>(standing.roles, wanted.roles, { ...kept, isSold: () => true }),
    codeGroups: compare<CodeGroupRow>(standing.codeGroups, wanted.codeGroups, {
      ...kept,
      // One that a level was given by stays for that level, which may be retired itself.
      isSold: ({ id }) => sold.has(id) || standing.groups.some(({ gift_code_group_id }) => gift_code_group_id === id),
    }),
    codes: compare<CodeRow>(standing.codes, wanted.codes, kept),
    // Few, and orders say what they took off: one that was ever there stays.
    discounts: compare<DiscountRow>(standing.discounts, wanted.discounts, { ...kept, isSold: () => true }),
    rules: compare<RuleRow>(standing.rules, wanted.rules, byId),
  };
};

export type ShelfChanges = ReturnType<typeof compareShelves>;
