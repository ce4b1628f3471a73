import { maxListedSessions, type ChangedBuyers } from "@foyer/contract/office/catalogue/sessionBuyers.ts";
import type { Database } from "../../db/connections.ts";
import type { ImportPlan } from "../diff/planImport.ts";
import type { CatalogueSessionRow } from "../diff/catalogueRows.ts";
import type { ChangedSessionRow } from "../diff/changedSessions.ts";
import { buyersOfSessions } from "./sessionBuyers.sql.ts";

/** The sessions with buyers that a plan changes. `session_ids` has all of them; the list in `buyers` is cut. */
export type PlannedBuyers = { readonly buyers: ChangedBuyers; readonly session_ids: readonly string[] };

/** The numbers of a plan that changes no session. */
export const noBuyers: ChangedBuyers = { sessions: 0, orders: 0, people: 0, announced: 0, list: [] };

const timesOf = ({ local_day, local_start, local_end }: CatalogueSessionRow) => ({ local_day, local_start, local_end });

/** Counts the buyers whom a plan affects. If the plan was made with locks, a purchase under way is counted or waits. */
export const countBuyers = async (
  db: Database,
  { seller, sessionChanges }: Pick<ImportPlan, "seller" | "sessionChanges">,
): Promise<PlannedBuyers> => {
  if (sessionChanges.length === 0) return { buyers: noBuyers, session_ids: [] };
  const ids = sessionChanges.map(({ before }) => before.id);
  const rows = await buyersOfSessions(db, seller.row.id, ids);
  const counts = new Map(rows.map((row) => [row.id, row]));
  const bought = sessionChanges.filter(({ before }) => counts.has(before.id));
  const { orders = 0, people = 0 } = counts.get(null) ?? {};
  const shown = ({ before, after, event, what }: ChangedSessionRow) => ({
    id: before.id,
    event,
    ...timesOf(before),
    what: [...what],
    becomes: what.includes("time") ? timesOf(after) : null,
    orders: counts.get(before.id)?.orders ?? 0,
    people: counts.get(before.id)?.people ?? 0,
  });
  const announced = bought.filter(({ what }) => what.includes("cancelled") || what.includes("takes_place")).length;
  return {
    buyers: { sessions: bought.length, orders, people, announced, list: bought.slice(0, maxListedSessions).map(shown) },
    session_ids: bought.map(({ before }) => before.id),
  };
};
