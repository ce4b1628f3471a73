import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

type Place = { readonly db: Database; readonly seller: { readonly id: string } };

export type Permit = {
  readonly id: string;
  readonly allowed_by: string;
  readonly reason: string;
  readonly created_at: string;
  readonly ends_at: string;
};

/** The operator's open visits at a seller, with the name of whoever allowed them. */
export const openPermits = async ({ db, seller }: Place): Promise<Permit[]> => {
  const { rows } = await sql<Permit>`
    select p.id, a.name as allowed_by, p.reason, p.created_at, p.ends_at
    from operator_permit p join staff a on a.id = p.allowed_by
    where p.seller_id = ${seller.id}::uuid and p.ended_at is null and p.ends_at > app_now()
    order by p.ends_at desc, p.id limit 50`.execute(db);
  return rows;
};

export const insertPermit = (
  { db, seller }: Place,
  { hours, ...permit }: Pick<Permit, "id" | "allowed_by" | "reason"> & { readonly hours: number },
) =>
  db
    .insertInto("operator_permit")
    .values({
      ...permit,
      seller_id: seller.id,
      created_at: sql<string>`app_now()`,
      ends_at: sql<string>`app_now() + make_interval(hours => ${hours}::int)`,
      ended_at: null,
    })
    .execute();

/** Locks a visit, so that its audit entry is written once. */
export const lockPermit = ({ db, seller }: Place, id: string) =>
  db
    .selectFrom("operator_permit")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .forUpdate()
    .execute();

/** Returns false if there is no such open visit at the seller. */
export const endPermit = async ({ db, seller }: Place, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("operator_permit")
    .set({ ended_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where(sql<boolean>`ends_at > app_now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export type OpenVisit = {
  readonly slug: string;
  readonly name: string;
  readonly timezone: string;
  readonly visit_until: string;
};

/** Sellers whose owners currently allow the operator in. `acrossSellers` sees all of them. */
export const openPermitsEverywhere = async (acrossSellers: Database): Promise<OpenVisit[]> => {
  const { rows } = await sql<OpenVisit>`
    select s.slug, s.name, s.timezone, max(p.ends_at) as visit_until
    from operator_permit p join seller s on s.id = p.seller_id
    where p.ended_at is null and p.ends_at > app_now()
    group by s.slug, s.name, s.timezone order by s.slug limit 200`.execute(acrossSellers);
  return rows;
};
