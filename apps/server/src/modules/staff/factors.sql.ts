import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

export type TotpRow = { readonly id: string; readonly secret: Buffer; readonly confirmed_at: string | null };

/** How many minutes an unconfirmed secret stays valid. */
const pendingMinutes = 60;

export const confirmedTotp = (db: Database, staff_id: string): Promise<TotpRow | undefined> =>
  db
    .selectFrom("staff_totp")
    .select(["id", "secret", "confirmed_at"])
    .where("staff_id", "=", staff_id)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();

export const pendingTotp = (db: Database, staff_id: string): Promise<TotpRow | undefined> =>
  db
    .selectFrom("staff_totp")
    .select(["id", "secret", "confirmed_at"])
    .where("staff_id", "=", staff_id)
    .where("confirmed_at", "is", null)
    .where(sql<boolean>`created_at > app_now() - make_interval(mins => ${pendingMinutes}::int)`)
    .executeTakeFirst();

/** Replaces a secret that is waiting to be confirmed. */
export const replacePendingTotp = async (
  db: Database,
  row: { readonly id: string; readonly staff_id: string; readonly secret: Buffer },
): Promise<void> => {
  await db.deleteFrom("staff_totp").where("staff_id", "=", row.staff_id).where("confirmed_at", "is", null).execute();
  await db
    .insertInto("staff_totp")
    .values({ ...row, created_at: sql<string>`app_now()`, confirmed_at: null })
    .execute();
};

/**
 * Spends a code. Returns false if a code of its step or of a later one was already spent. Of two simultaneous calls, one
 * gets true.
 */
export const spendStep = async (db: Database, id: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("staff_totp")
    .set({ last_step: step })
    .where("id", "=", id)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Replaces the earlier secret with a confirmed one. */
export const confirmTotp = async (db: Database, staff_id: string, id: string): Promise<void> => {
  await db
    .deleteFrom("staff_totp")
    .where("staff_id", "=", staff_id)
    .where("id", "!=", id)
    .where("confirmed_at", "is not", null)
    .execute();
  await db
    .updateTable("staff_totp")
    .set({ confirmed_at: sql<string>`app_now()` })
    .where("id", "=", id)
    .execute();
};

/** Which second factors an account has. */
export type Factors = { readonly totp: boolean; readonly passkeys: boolean };

export const factorsOf = async (db: Database, staff_id: string): Promise<Factors> => {
  const { rows } = await sql<Factors>`
    select exists (select from staff_totp t where t.staff_id = ${staff_id}::uuid and t.confirmed_at is not null) as totp,
      exists (select from staff_passkey k where k.staff_id = ${staff_id}::uuid) as passkeys`.execute(db);
  return rows[0] ?? { totp: false, passkeys: false };
};

/** Removes the authenticator app. Returns whether there was one. */
export const deleteTotp = async (db: Database, staff_id: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom("staff_totp")
    .where("staff_id", "=", staff_id)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
};

/** Removes all second factors of an account. */
export const deleteFactors = async (db: Database, staff_id: string): Promise<void> => {
  await db.deleteFrom("staff_totp").where("staff_id", "=", staff_id).execute();
  await db.deleteFrom("staff_passkey").where("staff_id", "=", staff_id).execute();
  await db.deleteFrom("staff_recovery_code").where("staff_id", "=", staff_id).execute();
};

export const replaceRecoveryCodes = async (
  db: Database,
  staff_id: string,
  hashes: readonly Buffer[],
): Promise<void> => {
  await db.deleteFrom("staff_recovery_code").where("staff_id", "=", staff_id).execute();
  await db
    .insertInto("staff_recovery_code")
    .values(hashes.map((code_hash) => ({ staff_id, code_hash, used_at: null })))
    .execute();
};

/** Uses a recovery code. Of two simultaneous calls, one gets true. */
export const spendRecoveryCode = async (db: Database, staff_id: string, code_hash: Buffer): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("staff_recovery_code")
    .set({ used_at: sql<string>`app_now()` })
    .where("staff_id", "=", staff_id)
    .where("code_hash", "=", code_hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const countRecoveryCodes = async (db: Database, staff_id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from staff_recovery_code where staff_id = ${staff_id}::uuid and used_at is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};
