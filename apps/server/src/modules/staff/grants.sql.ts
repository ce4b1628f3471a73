import { sql } from "kysely";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { staffList } from "@foyer/contract/office/staff/staffing.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import type { Database } from "../../db/connections.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder, type SortKey } from "../../db/keyset.ts";

export type Grant = { readonly role: StaffRole; readonly suspended_at: string | null };

type Place = { readonly db: Database; readonly seller: { readonly id: string } };

/** A person's roles at a seller, suspended or not. Locks them. */
export const lockGrants = ({ db, seller }: Place, staff_id: string): Promise<Grant[]> =>
  db
    .selectFrom("staff_grant")
    .select(["role", "suspended_at"])
    .where("seller_id", "=", seller.id)
    .where("staff_id", "=", staff_id)
    .orderBy("role")
    .forUpdate()
    .execute();

/**
 * The owners of a seller who are not suspended. Locks their rows: if two owners remove each other at the same time, the
 * second one waits and then turns out to be the last.
 */
export const lockOwners = async ({ db, seller }: Place): Promise<string[]> => {
  const rows = await db
    .selectFrom("staff_grant")
    .select("staff_id")
    .where("seller_id", "=", seller.id)
    .where("role", "=", "owner")
    .where("suspended_at", "is", null)
    .orderBy("staff_id")
    .forUpdate()
    .execute();
  return rows.map(({ staff_id }) => staff_id);
};

/** Grants the roles that a person lacks. Returns the new ones. */
export const insertGrants = async (
  { db, seller }: Place,
  staff_id: string,
  roles: readonly StaffRole[],
  granted_by: string | null,
): Promise<StaffRole[]> => {
  const rows = await db
    .insertInto("staff_grant")
    .values(
      roles.map((role) => ({
        seller_id: seller.id,
        staff_id,
        role,
        granted_by,
        granted_at: sql<string>`app_now()`,
        suspended_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("role")
    .execute();
  return rows.map(({ role }) => role);
};

export const deleteGrants = ({ db, seller }: Place, staff_id: string, role?: StaffRole) =>
  db
    .deleteFrom("staff_grant")
    .where("seller_id", "=", seller.id)
    .where("staff_id", "=", staff_id)
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? "reporter"))
    .execute();

export const setSuspended = ({ db, seller }: Place, staff_id: string, isSuspended: boolean) =>
  db
    .updateTable("staff_grant")
    .set({ suspended_at: isSuspended ? sql<string>`app_now()` : null })
    .where("seller_id", "=", seller.id)
    .where("staff_id", "=", staff_id)
    .execute();

export type GrantAtSeller = {
  readonly seller_id: string;
  readonly slug: string;
  readonly name: string;
  readonly timezone: string;
  readonly role: StaffRole;
  readonly active: boolean;
};

/** A person's grants at all sellers. `acrossSellers` sees all of them. */
export const grantsEverywhere = async (acrossSellers: Database, staff_id: string): Promise<GrantAtSeller[]> => {
  const { rows } = await sql<GrantAtSeller>`
    select g.seller_id, s.slug, s.name, s.timezone, g.role, g.suspended_at is null as active
    from staff_grant g join seller s on s.id = g.seller_id
    where g.staff_id = ${staff_id}::uuid order by s.slug, g.role`.execute(acrossSellers);
  return rows;
};

export type ListedStaff = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: StaffRole[];
  readonly is_suspended: boolean;
  readonly has_second_factor: boolean;
  readonly seen_at: string | null;
};

type StaffSort = SortOf<typeof staffList>;

/** Names are sorted regardless of case; people who were never seen come before all others. */
const sortKeys: Readonly<Record<StaffSort, SortKey<FoundStaff>>> = {
  name: { key: sql`p.sort_name`, kind: "text", of: ({ sort_name }) => sort_name },
  seen_at: {
    key: sql`coalesce(p.seen_at, timestamptz '1970-01-01 00:00:00+00')`,
    kind: "moment",
    of: ({ seen_at }) => seen_at ?? "1970-01-01T00:00:00Z",
  },
};
type FoundStaff = ListedStaff & { readonly sort_name: string };

const orderOfStaff = ({ column, isDescending }: Sort<StaffSort>): ListOrder<FoundStaff> => ({
  by: sortKeys[column],
  id: { key: sql`p.id`, kind: "id", of: ({ id }) => id },
  isDescending,
});

/** A page of everybody with a role at the seller, and where the next page begins. */
export const staffOf = async (
  { db, seller }: Place,
  {
    sort,
    after,
    limit,
  }: { readonly sort: Sort<StaffSort>; readonly after: string | undefined; readonly limit: number },
): Promise<{ readonly staff: readonly ListedStaff[]; readonly next: string | null }> => {
  const order = orderOfStaff(sort);
  const { rows } = await sql<FoundStaff>`
    select * from (select a.id, a.name, a.email, array_agg(g.role order by g.role) as roles, bool_and(g.suspended_at is not null) as is_suspended,
      exists (select from staff_totp t where t.staff_id = a.id and t.confirmed_at is not null)
      or exists (select from staff_passkey k where k.staff_id = a.id) as has_second_factor,
      (select max(s.seen_at) from staff_sign_in s where s.staff_id = a.id) as seen_at,
      left(lower(a.name), 100) collate "und-x-icu" as sort_name
    from staff_grant g join staff a on a.id = g.staff_id
    where g.seller_id = ${seller.id}::uuid
    group by a.id, a.name, a.email) p
    where ${after === undefined ? sql`true` : rowsAfter(order, after)} order by ${orderOf(order)} limit ${limit + 1}`.execute(
    db,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    staff: page,
    next: rows.length > limit && last ? cursorOf(order, last) : null,
  };
};

/** Names of everybody with a role at the seller. */
export const staffNames = async ({ db, seller }: Place): Promise<{ readonly id: string; readonly name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from staff a
    where a.id in (select g.staff_id from staff_grant g where g.seller_id = ${seller.id}::uuid)
    order by lower(a.name), a.id limit 1000`.execute(db);
  return rows;
};
