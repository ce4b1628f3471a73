import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** An account with the data that signing in needs. */
export type StaffAccount = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly is_operator: boolean;
  readonly is_demo: boolean;
  readonly password: string | null;
};

const columns = ["id", "email", "name", "is_operator", "is_demo", "password"] as const;

/** The account with an address. `email` is in lower case. */
export const findAccount = (db: Database, email: string): Promise<StaffAccount | undefined> =>
  db
    .selectFrom("staff")
    .select(columns)
    .where(sql<boolean>`lower(email) = ${email}`)
    .executeTakeFirst();

export const readAccount = (db: Database, id: string): Promise<StaffAccount | undefined> =>
  db.selectFrom("staff").select(columns).where("id", "=", id).executeTakeFirst();

/** Locks the account's row, so that changes of its credentials follow one another. */
export const lockStaffAccount = (db: Database, id: string): Promise<StaffAccount | undefined> =>
  db.selectFrom("staff").select(columns).where("id", "=", id).forUpdate().executeTakeFirst();

/** Undefined if another account has the address. */
export const insertAccount = async (
  db: Database,
  account: Omit<StaffAccount, "is_operator" | "is_demo"> & {
    readonly is_operator?: boolean;
    readonly is_demo?: boolean;
  },
): Promise<string | undefined> => {
  const row = await db
    .insertInto("staff")
    .values({ ...account, created_at: sql<string>`app_now()` })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
};

export const makeOperator = (db: Database, id: string) =>
  db.updateTable("staff").set({ is_operator: true }).where("id", "=", id).execute();

export const setPassword = (db: Database, id: string, password: string) =>
  db.updateTable("staff").set({ password }).where("id", "=", id).execute();

/** Names by id. */
export const namesOf = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("staff")
    .select(["id", "name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};
