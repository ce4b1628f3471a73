import type { Steps } from "@foyer/rules/values/steps.ts";
import { compareRows, type RowChanges } from "./compareRows.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";
import type {
  CodeGroupRow,
  CatalogueCodeRow,
  CatalogueDiscountRow,
  CatalogueEventRow,
  CatalogueGroupRow,
  CatalogueImageRow,
  MemberRuleRow,
  MessageRow,
  PriceRow,
  ProgramRow,
  RoleRow,
  RuleRow,
  CatalogueSeatMapRow,
  CatalogueSeatRow,
  CatalogueSessionRow,
  CatalogueTypeRow,
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

/** By table. */
export type CatalogueChanges = {
  readonly images: RowChanges<CatalogueImageRow>;
  readonly venues: RowChanges<VenueRow>;
  readonly seatMaps: RowChanges<CatalogueSeatMapRow>;
  readonly seats: RowChanges<CatalogueSeatRow>;
  readonly events: RowChanges<CatalogueEventRow>;
  readonly groups: RowChanges<CatalogueGroupRow>;
  readonly types: RowChanges<CatalogueTypeRow>;
  readonly sessions: RowChanges<CatalogueSessionRow>;
  readonly prices: RowChanges<PriceRow>;
  readonly messages: RowChanges<MessageRow>;
  readonly memberRules: RowChanges<MemberRuleRow>;
  readonly programs: RowChanges<ProgramRow>;
  readonly roles: RowChanges<RoleRow>;
  readonly codeGroups: RowChanges<CodeGroupRow>;
  readonly codes: RowChanges<CatalogueCodeRow>;
  readonly discounts: RowChanges<CatalogueDiscountRow>;
  readonly rules: RowChanges<RuleRow>;
};

/** The changes that turn the stored catalogue into the desired one, by table. `sold`: ids that tickets or carts refer to. */
export const compareCatalogues = function* (
  stored: typeof emptyCatalogue,
  desired: DesiredCatalogue,
  { now, sold: soldIds }: { now: Temporal.Instant; sold: ReadonlySet<string> },
): Steps<CatalogueChanges> {
  const byId = { keyOf: ({ id }: { id: string }) => id };
  const retirable = {
    ...byId,
    isKept: ({ retired }: { retired: boolean }) => retired,
    isSold: ({ id }: { id: string }) => soldIds.has(id),
  };
  const events = yield* compareRows<CatalogueEventRow>(stored.events, desired.events, retirable);
  const removedEvents = new Set(events.removed.map(({ id }) => id));
  const nowText = now.toString();
  // A session that has begun is kept as it is, unless its whole event is removed.
  const sessions = yield* compareRows<CatalogueSessionRow>(stored.sessions, desired.sessions, {
    ...retirable,
    isKept: ({ retired, start_datetime, event_template_id }) =>
      !removedEvents.has(event_template_id) && (retired || start_datetime <= nowText),
  });
  const types = yield* compareRows<CatalogueTypeRow>(stored.types, desired.types, retirable);
  const keptVenues = new Set(
    [...stored.events.filter(({ id, retired }) => retired && !removedEvents.has(id)), ...events.retired].map(
      ({ venue_id }) => venue_id,
    ),
  );
  const desiredSessions = new Set(desired.sessions.map(({ id }) => id));
  const removedSessions = new Set(sessions.removed.map(({ id }) => id));
  const removedTypes = new Set(types.removed.map(({ id }) => id));
  return {
    images: yield* compareRows<CatalogueImageRow>(stored.images, desired.images, byId),
    venues: yield* compareRows<VenueRow>(stored.venues, desired.venues, {
      ...byId,
      isKept: ({ id }) => keptVenues.has(id),
    }),
    // There are few seat maps, and retired events refer to them, so none is ever removed.
    seatMaps: yield* compareRows<CatalogueSeatMapRow>(stored.seatMaps, desired.seatMaps, {
      ...retirable,
      isSold: () => true,
    }),
    seats: yield* compareRows<CatalogueSeatRow>(stored.seats, desired.seats, retirable),
    events,
    groups: yield* compareRows<CatalogueGroupRow>(stored.groups, desired.groups, retirable),
    types,
    sessions,
    prices: yield* compareRows<PriceRow>(stored.prices, desired.prices, {
      keyOf: ({ event_session_id, ticket_type_id }) => `${event_session_id}/${ticket_type_id}`,
      isKept: ({ event_session_id: session, ticket_type_id: type }) =>
        !desiredSessions.has(session) && !removedSessions.has(session) && !removedTypes.has(type),
    }),
    messages: yield* compareRows<MessageRow>(stored.messages, desired.messages, byId),
    memberRules: yield* compareRows<MemberRuleRow>(stored.memberRules, desired.memberRules, {
      keyOf: ({ ticket_type_id, party_role }) => `${ticket_type_id}/${party_role}`,
    }),
    // There are few programs, and memberships refer to them, so none is ever removed.
    programs: yield* compareRows<ProgramRow>(stored.programs, desired.programs, { ...retirable, isSold: () => true }),
    roles: yield* compareRows<RoleRow>(stored.roles, desired.roles, { ...retirable, isSold: () => true }),
    codeGroups: yield* compareRows<CodeGroupRow>(stored.codeGroups, desired.codeGroups, {
      ...retirable,
      // Kept if it holds gift codes of a membership level, even of a retired one.
      isSold: ({ id }) => soldIds.has(id) || stored.groups.some(({ gift_code_group_id }) => gift_code_group_id === id),
    }),
    codes: yield* compareRows<CatalogueCodeRow>(stored.codes, desired.codes, retirable),
    // There are few discounts, and orders refer to them, so none is ever removed.
    discounts: yield* compareRows<CatalogueDiscountRow>(stored.discounts, desired.discounts, {
      ...retirable,
      isSold: () => true,
    }),
    rules: yield* compareRows<RuleRow>(stored.rules, desired.rules, byId),
  };
};
