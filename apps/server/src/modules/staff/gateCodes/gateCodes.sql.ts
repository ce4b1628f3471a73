import { sql } from "kysely";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { Database } from "../../../db/connections.ts";
import type { GateCodeTable } from "../../../db/schema/gate.ts";

type Place = { readonly db: Database; readonly seller: { readonly id: string } };

export type GateCodeRow = Pick<GateCodeTable, "hash" | "salt" | "hint"> & {
  readonly set_at: string;
  readonly wrong: number;
  readonly last_wrong_at: string | null;
};

/** A person's code, locked until the transaction ends, so that simultaneous wrong attempts follow one another. */
export const lockGateCode = ({ db, seller }: Place, staff_id: string): Promise<GateCodeRow | undefined> =>
  db
    .selectFrom("gate_code")
    .select(["hash", "salt", "hint", "set_at", "wrong", "last_wrong_at"])
    .where("seller_id", "=", seller.id)
    .where("staff_id", "=", staff_id)
    .forUpdate()
    .executeTakeFirst();

export const readGateCodeState = ({ db, seller }: Place, staff_id: string) =>
  db
    .selectFrom("gate_code")
    .select(["set_at", "wrong", "last_wrong_at"])
    .where("seller_id", "=", seller.id)
    .where("staff_id", "=", staff_id)
    .executeTakeFirst();

/** Sets a code that replaces the previous one and resets the attempts. */
export const storeGateCode = async (
  { db, seller }: Place,
  code: Pick<GateCodeRow, "hash" | "salt" | "hint"> & { readonly staff_id: string },
): Promise<void> => {
  const fresh = { ...code, set_at: sql<string>`app_now()`, wrong: 0, last_wrong_at: null };
  await db
    .insertInto("gate_code")
    .values({ ...fresh, seller_id: seller.id })
    .onConflict((conflict) => conflict.columns(["seller_id", "staff_id"]).doUpdateSet(fresh))
    .execute();
};

/** Returns true if there was one. */
export const deleteGateCode = async ({ db, seller }: Place, staff_id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("gate_code")
    .where("seller_id", "=", seller.id)
    .where("staff_id", "=", staff_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const setWrongTries = async ({ db, seller }: Place, staff_id: string, wrong: number): Promise<void> => {
  await db
    .updateTable("gate_code")
    .set({ wrong, last_wrong_at: wrong === 0 ? null : sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("staff_id", "=", staff_id)
    .execute();
};

export type CodeHolder = Pick<GateCodeRow, "salt" | "hint" | "wrong"> & {
  readonly id: string;
  readonly name: string;
  /** Roles that are not suspended. */
  readonly roles: readonly StaffRole[];
};

/** Everybody with a code and a role at the seller, or only one person if `staff_id` is given. */
export const codeHolders = async ({ db, seller }: Place, staff_id: string | null = null): Promise<CodeHolder[]> => {
  const { rows } = await sql<CodeHolder>`
    select c.staff_id as id, a.name, c.salt, c.hint, c.wrong, array_agg(g.role order by g.role) as roles
    from gate_code c
    join staff_grant g on g.seller_id = ${seller.id}::uuid and g.staff_id = c.staff_id and g.suspended_at is null
    join staff a on a.id = c.staff_id
    where c.seller_id = ${seller.id}::uuid and (${staff_id}::uuid is null or c.staff_id = ${staff_id}::uuid)
    group by c.staff_id, a.name, c.salt, c.hint, c.wrong order by lower(a.name), c.staff_id limit 200`.execute(db);
  return rows;
};
