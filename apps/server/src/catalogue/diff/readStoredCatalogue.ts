import type { Database } from "../../db/connections.ts";
import type { CatalogueRows, GroupRow, LoggedPriceRow, SessionRow, UsedCapacity } from "./catalogueRows.ts";
import {
  readEvents,
  readGroups,
  readImages,
  readMessages,
  readPriceLog,
  readPrices,
  readSeatMaps,
  readSeats,
  readSessions,
  readTypes,
  readVenues,
} from "./storedEvents.sql.ts";
import {
  readCodeGroups,
  readCodes,
  readDiscounts,
  readMemberRules,
  readPrograms,
  readRoles,
  readRules,
} from "./storedRules.sql.ts";
import { readSeller } from "./storedSeller.sql.ts";

/** A seller's catalogue in the database, retired rows included. */
export type StoredCatalogue = Omit<CatalogueRows, "sessions" | "groups"> & {
  readonly sessions: readonly (SessionRow & UsedCapacity)[];
  readonly groups: readonly (GroupRow & UsedCapacity)[];
  readonly priceLog: readonly LoggedPriceRow[];
};

/** Undefined: there is no such seller yet. */
export const readStoredCatalogue = async (db: Database, slug: string): Promise<StoredCatalogue | undefined> => {
  const seller = await readSeller(db, slug);
  if (!seller) return undefined;
  const { id } = seller;
  return {
    seller,
    images: await readImages(db, id),
    venues: await readVenues(db, id),
    seatMaps: await readSeatMaps(db, id),
    seats: await readSeats(db, id),
    events: await readEvents(db, id),
    groups: await readGroups(db, id),
    types: await readTypes(db, id),
    sessions: await readSessions(db, id),
    prices: await readPrices(db, id),
    priceLog: await readPriceLog(db, id),
    messages: await readMessages(db, id),
    programs: await readPrograms(db, id),
    roles: await readRoles(db, id),
    memberRules: await readMemberRules(db, id),
    codeGroups: await readCodeGroups(db, id),
    discounts: await readDiscounts(db, id),
    codes: await readCodes(db, id),
    rules: await readRules(db, id),
  };
};
