import { sql } from "kysely";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { OperatedSeller, sellerList } from "@foyer/contract/office/staff/operator.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import type { Database } from "../../db/connections.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder } from "../../db/keyset.ts";

type SellerSort = Sort<SortOf<typeof sellerList>>;
type SellerPage = {
  readonly q: string | undefined;
  readonly sort: SellerSort;
  /** The cursor of the last row of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
};
type FoundSeller = Omit<OperatedSeller, "has_owner" | "visit_until"> & { readonly id: string };

type SortedSeller = Pick<OperatedSeller, "slug" | "created_at">;
const orderOfList = ({ column, isDescending }: SellerSort): ListOrder<SortedSeller> => ({
  by:
    column === "created_at"
      ? { key: sql`s.created_at`, kind: "moment", of: ({ created_at }) => created_at }
      : undefined,
  id: { key: sql`s.slug`, kind: "text", of: ({ slug }) => slug },
  isDescending,
});

/** The cursor of the page that follows a seller. */
export const sellerCursor = (sort: SellerSort, seller: SortedSeller): string => cursorOf(orderOfList(sort), seller);

const pageOfSellers = async (
  acrossSellers: Database,
  { q, sort, after, limit }: SellerPage,
): Promise<FoundSeller[]> => {
  const text = q?.toLowerCase() ?? null;
  const order = orderOfList(sort);
  const { rows } = await sql<FoundSeller>`
    select s.id, s.slug, s.name, s.currency, s.timezone, s.created_at, s.suspended_at,
      exists (select from staff_invitation i where i.invited_to = s.id and 'owner' = any (i.roles)
        and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > app_now()) as is_owner_invited
    from seller s
    where s.preview_of is null and ${after === undefined ? sql`true` : rowsAfter(order, after)}
      and (${text}::text is null or starts_with(s.slug, ${text}::text) or strpos(lower(s.name), ${text}::text) > 0)
    order by ${orderOf(order)} limit ${limit}`.execute(acrossSellers);
  return rows;
};

/**
 * A page of sellers in the order of the list, with what the operator has to know about each. `acrossSellers` sees all
 * sellers. Separate statements read the sellers' rows: every node of a cluster has the sellers, but only one has a
 * seller's rows.
 */
export const findSellers = async (acrossSellers: Database, page: SellerPage): Promise<OperatedSeller[]> => {
  const found = await pageOfSellers(acrossSellers, page);
  const ids = found.map(({ id }) => id);
  const [{ rows: owned }, { rows: visits }] = await Promise.all([
    sql<{ seller_id: string }>`
      select distinct seller_id from staff_grant
      where seller_id = any(${ids}::uuid[]) and role = 'owner' and suspended_at is null`.execute(acrossSellers),
    sql<{ seller_id: string; until: string }>`
      select seller_id, max(ends_at) as until from operator_permit
      where seller_id = any(${ids}::uuid[]) and ended_at is null and ends_at > app_now()
      group by seller_id`.execute(acrossSellers),
  ]);
  const owners = new Set(owned.map(({ seller_id }) => seller_id));
  const visit = new Map(visits.map(({ seller_id, until }) => [seller_id, until]));
  return found.map(({ id, ...seller }) => ({
    ...seller,
    has_owner: owners.has(id),
    visit_until: visit.get(id) ?? null,
  }));
};

/** Returns false if another seller has the slug. */
export const insertSeller = async (
  db: Database,
  seller: Pick<OperatedSeller, "slug" | "name" | "currency" | "timezone"> & { readonly id: string },
): Promise<boolean> => {
  const row = await db
    .insertInto("seller")
    .values(seller)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** Locks a seller's row. Previews are not among the operator's sellers. */
export const lockSeller = (
  db: Database,
  slug: string,
): Promise<{ id: string; name: string; suspended_at: string | null } | undefined> =>
  db
    .selectFrom("seller")
    .select(["id", "name", "suspended_at"])
    .where("slug", "=", slug)
    .where("preview_of", "is", null)
    .forUpdate()
    .executeTakeFirst();

export const setSellerSuspended = (db: Database, id: string, isSuspended: boolean) =>
  db
    .updateTable("seller")
    .set({ suspended_at: isSuspended ? sql<string>`app_now()` : null })
    .where("id", "=", id)
    .execute();
