import type { Database } from "../db/connect.ts";
import type { ShelfChanges } from "./compareShelves.ts";
import type { Prepared } from "./prepare.ts";
import type { Problem } from "./problems.ts";
import type { Standing } from "./readShelf.ts";
import type { SellerRow } from "./rows.ts";
import type { Wanted } from "./wantedShelf.ts";
import type { Sold } from "./whatIsSold.ts";

/** Amounts are kept as minor units of the seller's one currency: under another they would be other sums. */
export const otherCurrency = async (
  db: Database,
  { problemAt }: Prepared,
  standing: SellerRow | undefined,
  wanted: SellerRow,
): Promise<Problem[]> => {
  if (!standing || standing.currency === wanted.currency) return [];
  const ticket = await db.selectFrom("ticket").select("id").where("seller_id", "=", standing.id).executeTakeFirst();
  if (!ticket) return [];
  const message = `the currency was ${standing.currency} when tickets were held or sold; a seller in another is another seller`;
  return [problemAt(["seller", "currency"], message)];
};

/** A capacity below what is already sold would be a promise broken. */
export const tooSmall = (
  { problemAt }: Prepared,
  { paths }: Wanted,
  { sessions, groups }: ShelfChanges,
  used: Sold["used"],
  standing: Standing | undefined,
): Problem[] => {
  const days = new Map(standing?.sessions.map(({ id, local_day, local_start }) => [id, `${local_day} ${local_start}`]));
  return [...sessions.changed, ...groups.changed].flatMap(({ id, capacity, oversell_capacity }) => {
    const taken = used.get(id) ?? 0;
    if (capacity < 0 || taken <= capacity + oversell_capacity) return [];
    const path = paths.get(id) ?? [];
    const room = oversell_capacity > 0 ? `${capacity} and ${oversell_capacity} oversell` : String(capacity);
    const message = days.has(id)
      ? `the session of ${days.get(id)} would have room for ${room}, and ${taken} places are sold or held`
      : `the capacity would be ${room}, and ${taken} tickets are sold or held`;
    return [problemAt(days.has(id) ? path : [...path, "capacity"], message)];
  });
};
