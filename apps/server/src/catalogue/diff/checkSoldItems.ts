import type { Database } from "../../db/connections.ts";
import type { CatalogueChanges } from "./compareCatalogues.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { Problem } from "../format/problems.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";
import type { SellerRow } from "./catalogueRows.ts";
import type { DesiredCatalogue } from "./desiredCatalogue.ts";
import type { SoldItems } from "./findSoldItems.sql.ts";
import { hasTickets } from "./soldTickets.sql.ts";

/** The currency cannot change once there are tickets: amounts are stored without it, in its minor units. */
export const checkCurrencyChange = async (
  db: Database,
  { problemAt }: PreparedCatalogue,
  stored: SellerRow | undefined,
  desired: SellerRow,
): Promise<Problem[]> => {
  if (!stored || stored.currency === desired.currency) return [];
  if (!(await hasTickets(db, stored.id))) return [];
  const message = `the currency was ${stored.currency} when tickets were held or sold; a seller in another currency must be a new seller`;
  return [problemAt(["seller", "currency"], message)];
};

/** A capacity cannot be lower than what is sold or held already. */
export const checkSoldCapacity = (
  { problemAt }: PreparedCatalogue,
  { paths }: DesiredCatalogue,
  { sessions, groups }: CatalogueChanges,
  used: SoldItems["usedCapacity"],
  stored: StoredCatalogue | undefined,
): Problem[] => {
  const changed = new Set(sessions.changed.map(({ id }) => id));
  const sessionTimes = new Map(
    stored?.sessions
      .filter(({ id }) => changed.has(id))
      .map(({ id, local_day, local_start }) => [id, `${local_day} ${local_start}`]),
  );
  return [...sessions.changed, ...groups.changed].flatMap(({ id, capacity, oversell_capacity }) => {
    const usedCapacity = used.get(id) ?? 0;
    if (capacity < 0 || usedCapacity <= capacity + oversell_capacity) return [];
    const path = paths.get(id) ?? [];
    const roomText = oversell_capacity > 0 ? `${capacity} and ${oversell_capacity} oversell` : String(capacity);
    const message = sessionTimes.has(id)
      ? `the session of ${sessionTimes.get(id)} would have room for ${roomText}, and ${usedCapacity} places are sold or held`
      : `the capacity would be ${roomText}, and ${usedCapacity} tickets are sold or held`;
    const problem = problemAt(sessionTimes.has(id) ? path : [...path, "capacity"], message);
    return [{ ...problem, breaksPromise: true }];
  });
};
