import type { EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import type { Database } from "../../db/connections.ts";
import { inTurns } from "../../db/turns/inTurns.ts";
import { changedSessions, sessionsWithNewDetails, type ChangedSessionRow } from "./changedSessions.ts";
import { checkMovedCarts, checkMovedTimes, lockCartsOfSessions } from "./checkMovedSessions.ts";
import { checkRemovedSeats } from "./checkRemovedSeats.ts";
import {
  checkCurrencyChange,
  checkOpenGifts,
  checkSoldCapacity,
  checkSoldGroups,
  checkUsedCodes,
} from "./checkSoldItems.ts";
import { compareRows, hasNoChanges } from "./compareRows.ts";
import { compareCatalogues, emptyCatalogue, type CatalogueChanges } from "./compareCatalogues.ts";
import { groupsOfRezonedSeats, lockMovedEvents, checkSeatMapChange } from "./seatMapChanges.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { Problem } from "../format/problems.ts";
import { readCodesOutsideFile } from "./storedRules.sql.ts";
import { readStoredCatalogue, type StoredCatalogue } from "./readStoredCatalogue.ts";
import type {
  CatalogueCodeRow,
  CatalogueEventRow,
  CatalogueGroupRow,
  LoggedPriceRow,
  SellerRow,
} from "./catalogueRows.ts";
import { desiredCatalogue } from "./desiredCatalogue.ts";
import { findSoldItems } from "./findSoldItems.sql.ts";

/** Everything that an import will do to one seller. */
export type ImportPlan = CatalogueChanges & {
  readonly prepared: PreparedCatalogue;
  readonly seller: { readonly row: SellerRow; readonly is: "added" | "changed" | "same" };
  /** Groups whose order limits, capacity, seat zones or (for membership levels) required people change. */
  readonly limitsChanged: readonly string[];
  /** Events whose own order limit, which applies across their groups, changes. */
  readonly eventLimitsChanged: readonly string[];
  readonly priceLog: readonly LoggedPriceRow[];
  /** The sessions that change for ticket holders, whether anybody has a ticket or not. */
  readonly sessionChanges: readonly ChangedSessionRow[];
  /** Reasons why the import is impossible. */
  readonly problems: readonly Problem[];
  /** Names of events, groups and types by id, for the report. */
  readonly names: ReadonlyMap<string, string>;
};

type LockedCarts = Awaited<ReturnType<typeof lockCartsOfSessions>>;
/** `looks`: how often the codes are read at most. */
type Options = { readonly now: Temporal.Instant; readonly lock: boolean; readonly looks?: number };

/** Compares a catalogue with the database. With `lock`, what is removed or reduced cannot be sold in the meantime. */
export const planImport = async (
  db: Database,
  prepared: PreparedCatalogue,
  { now, lock, looks = 3 }: Options,
): Promise<ImportPlan> => {
  if (looks === 0) throw new Error("The plan of an import changes codes of staff, however often they are read.");
  const stored = await readStoredCatalogue(db, prepared.seller.slug);
  const desired = await withoutOtherCodes(db, stored, await inTurns(desiredCatalogue(prepared, stored)));
  if (stored && lock) await lockMovedEvents(db, stored, desired);
  const draftChanges = stored && (await inTurns(compareCatalogues(stored, desired, { now, sold: new Set() })));
  // Until the sold items are known, sessions that are taken out count as removed.
  const told = stored && draftChanges ? sessionsWithNewDetails(changedSessions(stored, draftChanges, now)) : [];
  const lockedCarts = stored && lock ? await lockCartsOfSessions(db, stored, told) : [];
  const sold =
    stored && draftChanges
      ? await findSoldItems(db, stored.seller.id, draftChanges, { lock, sessions: told })
      : undefined;
  // Locked by now, so none of them changes again.
  if (lock && sold?.hasCodeOfOffice === true) return planImport(db, prepared, { now, lock, looks: looks - 1 });
  const changes = await inTurns(
    compareCatalogues(stored ?? emptyCatalogue, desired, { now, sold: sold?.ids ?? new Set() }),
  );

  const moving = { paths: desired.paths, changed: changes.sessions.changed, now: now.toString() };
  const limits = (group: CatalogueGroupRow) =>
    [
      group.min_tickets_per_order,
      group.max_tickets_per_order,
      group.capacity,
      group.oversell_capacity,
      ...group.seat_zones,
    ].join();
  const limitsBefore = new Map(stored?.groups.map((group) => [group.id, limits(group)]));
  const rezoned = groupsOfRezonedSeats(stored, desired, changes.seats.changed);
  const seller = await inTurns(compareRows(stored ? [stored.seller] : [], [desired.seller], { keyOf: () => "" }));
  return {
    prepared,
    seller: {
      row: desired.seller,
      is: seller.added.length > 0 ? "added" : seller.changed.length > 0 ? "changed" : "same",
    },
    ...changes,
    limitsChanged: [
      ...changes.groups.changed.filter((group) => limitsBefore.get(group.id) !== limits(group)).map(({ id }) => id),
      ...rezoned,
      ...changedLevels(desired, changes),
    ],
    eventLimitsChanged: changedEventLimits(stored, changes),
    sessionChanges: stored ? changedSessions(stored, changes, now) : [],
    priceLog: newPrices(stored?.priceLog ?? [], desired.priceLog),
    problems: [
      ...(await checkCurrencyChange(db, prepared, stored?.seller, desired.seller)),
      ...(stored ? await checkSeatMapChange(db, prepared, stored, desired) : []),
      ...(stored && draftChanges ? await checkRemovedSeats(db, prepared, stored, { changes: draftChanges, now }) : []),
      ...checkSoldCapacity(prepared, desired, changes, sold?.usedCapacity ?? new Map(), stored),
      ...(stored && sold ? checkSoldGroups(prepared, desired, changes, sold.usedCapacity, stored) : []),
      ...(stored && sold ? checkUsedCodes(prepared, desired, changes, sold.codeUses, stored) : []),
      ...(sold ? checkOpenGifts(prepared, changes, sold.openGifts) : []),
      ...(stored
        ? await checkMoves(db, prepared, stored, { ...moving, told, locked: lock ? lockedCarts : undefined })
        : []),
    ],
    names: new Map(
      [
        ...(stored?.events ?? []),
        ...(stored?.groups ?? []),
        ...(stored?.types ?? []),
        ...desired.events,
        ...desired.groups,
        ...desired.types,
      ].map(({ id, name }) => [id, name]),
    ),
  };
};

/** `locked`: the carts that hold the sessions in `told`; undefined if the plan is not going to be applied. */
const checkMoves = async (
  db: Database,
  prepared: PreparedCatalogue,
  stored: StoredCatalogue,
  {
    locked,
    told,
    ...moving
  }: Parameters<typeof checkMovedTimes>[2] & {
    readonly told: readonly string[];
    readonly locked: LockedCarts | undefined;
  },
): Promise<Problem[]> => [
  ...checkMovedTimes(prepared, stored, moving),
  ...(locked ? await checkMovedCarts(db, prepared, stored, { ...moving, told, locked }) : []),
];

/** Drops codes of staff and of sold gifts from the comparison: they stay as they are, whatever the file says. */
const withoutOtherCodes = async <D extends { readonly codes: readonly CatalogueCodeRow[] }>(
  db: Database,
  stored: { readonly seller: { readonly id: string } } | undefined,
  desired: D,
): Promise<D> => {
  if (!stored) return desired;
  const texts = desired.codes.map(({ normalized }) => normalized);
  const others = await readCodesOutsideFile(db, stored.seller.id, texts);
  return { ...desired, codes: desired.codes.filter(({ normalized }) => !others.has(normalized)) };
};

export const isEmptyPlan = (plan: ImportPlan): boolean =>
  plan.seller.is === "same" &&
  plan.priceLog.length === 0 &&
  [
    plan.images,
    plan.venues,
    plan.seatMaps,
    plan.seats,
    plan.events,
    plan.groups,
    plan.types,
    plan.sessions,
    plan.prices,
    plan.messages,
    plan.memberRules,
    plan.programs,
    plan.roles,
    plan.codeGroups,
    plan.codes,
    plan.discounts,
    plan.rules,
  ].every((changes) => hasNoChanges<unknown>(changes));

const newPrices = (logged: readonly LoggedPriceRow[], desired: readonly LoggedPriceRow[]): LoggedPriceRow[] => {
  const keyOf = ({ ticket_type_id, amount, amount_min, amount_max }: LoggedPriceRow) =>
    [ticket_type_id, amount, amount_min, amount_max].join();
  const loggedKeys = new Set(logged.map(keyOf));
  return desired.filter((price) => !loggedKeys.has(keyOf(price)));
};

const changedEventLimits = (stored: StoredCatalogue | undefined, { events }: CatalogueChanges): string[] => {
  const limit = ({ meta }: CatalogueEventRow) => (meta as EventMeta).max_tickets_per_order;
  const before = new Map(stored?.events.map((event) => [event.id, limit(event)]));
  return events.changed.filter((event) => before.get(event.id) !== limit(event)).map(({ id }) => id);
};

/** Membership levels whose required people may change, since one of their rules or ticket types does. */
const changedLevels = (
  desired: { readonly groups: readonly CatalogueGroupRow[] },
  { memberRules, types }: Pick<ImportPlan, "memberRules" | "types">,
): string[] => {
  const levels = new Set(desired.groups.filter(isMembership).map(({ id }) => id));
  const changed = [memberRules, types].flatMap((rows) => [
    ...rows.added,
    ...rows.changed,
    ...rows.retired,
    ...rows.removed,
  ]);
  return [...new Set(changed.map(({ ticket_group_id }) => ticket_group_id))].filter((id) => levels.has(id));
};
