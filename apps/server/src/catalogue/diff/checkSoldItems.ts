import type { Database } from "../../db/connections.ts";
import type { CatalogueChanges } from "./compareCatalogues.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { Path, Problem } from "../format/problems.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";
import type { SellerRow } from "./catalogueRows.ts";
import type { DesiredCatalogue } from "./desiredCatalogue.ts";
import type { SoldItems } from "./findSoldItems.sql.ts";
import { hasTickets } from "./soldTickets.sql.ts";

/** The currency cannot change once there are tickets: amounts are stored in its minor units, without the currency. */
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

/** A capacity cannot be reduced below what is already sold or held. */
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
      ? `the session of ${sessionTimes.get(id)} would have room for ${roomText}, but ${usedCapacity} places are sold or held`
      : `the capacity would be ${roomText}, but ${usedCapacity} tickets are sold or held`;
    const problem = problemAt(sessionTimes.has(id) ? path : [...path, "capacity"], message);
    return [{ ...problem, breaksPromise: true }];
  });
};

/** What decides how tickets are counted and used, as the catalogue names it. */
const countedFields = ["handler", "exclude_from_event_capacity"] as const;

/** How the tickets of a group are counted and used cannot change while it has some. */
export const checkSoldGroups = (
  { problemAt }: PreparedCatalogue,
  { paths }: DesiredCatalogue,
  { groups }: Pick<CatalogueChanges, "groups">,
  used: SoldItems["usedCapacity"],
  stored: StoredCatalogue,
): Problem[] => {
  const before = new Map(stored.groups.map((group) => [group.id, group]));
  return groups.changed.flatMap((group) => {
    const sold = used.get(group.id) ?? 0;
    const was = before.get(group.id);
    if (sold === 0 || !was) return [];
    const are = sold === 1 ? "1 of its tickets is" : `${sold} of its tickets are`;
    return countedFields
      .filter((field) => was[field] !== group[field])
      .map((field) => ({
        ...problemAt(
          [...(paths.get(group.id) ?? []), field],
          `cannot change from ${was[field]} while ${are} sold or held; add a group instead`,
        ),
        breaksPromise: true as const,
      }));
  });
};

/** The limit of a code or code group cannot be reduced below its uses. A limit that is already below them may stay. */
export const checkUsedCodes = (
  { problemAt, codes: prepared }: PreparedCatalogue,
  desired: Pick<DesiredCatalogue, "codeGroups" | "codes">,
  { codes, codeGroups }: Pick<CatalogueChanges, "codes" | "codeGroups">,
  uses: SoldItems["codeUses"],
  stored: StoredCatalogue,
): Problem[] => {
  const before = new Map([...stored.codeGroups, ...stored.codes].map(({ id, max_uses }) => [id, max_uses]));
  const paths = codePaths(prepared, desired);
  return [...codeGroups.changed, ...codes.changed].flatMap(({ id, max_uses }) => {
    const used = uses.get(id) ?? 0;
    if (max_uses < 0 || used <= max_uses || max_uses === before.get(id)) return [];
    const message = `the limit would be ${max_uses}, but it has been used ${used === 1 ? "once" : `${used} times`}`;
    return [{ ...problemAt([...(paths.get(id) ?? ["codes"]), "max_uses"], message), breaksPromise: true as const }];
  });
};

/** A group of codes cannot leave the catalogue while gifts of it can be redeemed: they would be worth nothing. */
export const checkOpenGifts = (
  { problemAt }: PreparedCatalogue,
  { codeGroups }: Pick<CatalogueChanges, "codeGroups">,
  openGifts: SoldItems["openGifts"],
): Problem[] =>
  [...codeGroups.retired, ...codeGroups.removed].flatMap(({ id, key }) => {
    const gifts = openGifts.get(id) ?? 0;
    if (gifts === 0) return [];
    const message = `the group '${key}' is left out, but ${gifts === 1 ? "1 sold gift" : `${gifts} sold gifts`} of it can still be redeemed; keep it, and its discount`;
    return [{ ...problemAt(["codes"], message), breaksPromise: true as const }];
  });

/** The positions of code groups and codes in the file, by id. */
const codePaths = (
  groups: PreparedCatalogue["codes"],
  { codeGroups, codes }: Pick<DesiredCatalogue, "codeGroups" | "codes">,
): ReadonlyMap<string, Path> => {
  const groupIds = new Map(codeGroups.map(({ key, id }) => [key, id]));
  const codeIds = new Map(codes.map(({ normalized, id }) => [normalized, id]));
  return new Map(
    groups.flatMap((group, index): [string, Path][] => [
      [groupIds.get(group.key) ?? "", ["codes", index]],
      ...group.codes.map(({ normalized }, at): [string, Path] => [
        codeIds.get(normalized) ?? "",
        ["codes", index, "codes", at],
      ]),
    ]),
  );
};
