import type { Database } from "../../db/connections.ts";
import type {
  CatalogueRows,
  CatalogueGroupRow,
  LoggedPriceRow,
  CatalogueSessionRow,
  UsedCapacity,
} from "./catalogueRows.ts";
import {
  readStoredEvents,
  readStoredGroups,
  readStoredImages,
  readStoredMessages,
  readStoredPriceLog,
  readStoredPrices,
  readStoredSeatMaps,
  readStoredSeats,
  readStoredSessions,
  readStoredTypes,
  readStoredVenues,
} from "./storedEvents.sql.ts";
import {
  readStoredCodeGroups,
  readStoredCodes,
  readStoredDiscounts,
  readStoredMemberRules,
  readStoredPrograms,
  readStoredRoles,
  readStoredRules,
} from "./storedRules.sql.ts";
import { readStoredSeller } from "./storedSeller.sql.ts";

/** A seller's catalogue in the database, including retired rows. */
export type StoredCatalogue = Omit<CatalogueRows, "sessions" | "groups"> & {
  readonly sessions: readonly (CatalogueSessionRow & UsedCapacity)[];
  readonly groups: readonly (CatalogueGroupRow & UsedCapacity)[];
  readonly priceLog: readonly LoggedPriceRow[];
};

/** Undefined if the seller does not exist yet. */
export const readStoredCatalogue = async (db: Database, slug: string): Promise<StoredCatalogue | undefined> => {
  const seller = await readStoredSeller(db, slug);
  if (!seller) return undefined;
  const { id } = seller;
  return {
    seller,
    images: await readStoredImages(db, id),
    venues: await readStoredVenues(db, id),
    seatMaps: await readStoredSeatMaps(db, id),
    seats: await readStoredSeats(db, id),
    events: await readStoredEvents(db, id),
    groups: await readStoredGroups(db, id),
    types: await readStoredTypes(db, id),
    sessions: await readStoredSessions(db, id),
    prices: await readStoredPrices(db, id),
    priceLog: await readStoredPriceLog(db, id),
    messages: await readStoredMessages(db, id),
    programs: await readStoredPrograms(db, id),
    roles: await readStoredRoles(db, id),
    memberRules: await readStoredMemberRules(db, id),
    codeGroups: await readStoredCodeGroups(db, id),
    discounts: await readStoredDiscounts(db, id),
    codes: await readStoredCodes(db, id),
    rules: await readStoredRules(db, id),
  };
};
