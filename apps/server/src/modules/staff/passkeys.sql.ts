import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { StaffChallengeTable } from "../../db/schema/staff.ts";

export type ChallengePurpose = StaffChallengeTable["purpose"];

/** How long a browser may take to answer a challenge. */
const challengeMinutes = 5;

export const insertChallenge = (
  db: Database,
  challenge: {
    readonly challenge_hash: Buffer;
    readonly purpose: ChallengePurpose;
    readonly staff_id: string | null;
  },
) =>
  db
    .insertInto("staff_challenge")
    .values({
      ...challenge,
      expires_at: sql<string>`app_now() + make_interval(mins => ${challengeMinutes}::int)`,
    })
    .execute();

/** Uses up a challenge. Returns false if there is none for this purpose and person, it has expired, or it was used. */
export const spendChallenge = async (
  db: Database,
  challenge_hash: Buffer,
  purpose: ChallengePurpose,
  staff_id: string | null,
): Promise<boolean> => {
  const { rows } = await sql`
    delete from staff_challenge
    where challenge_hash = ${challenge_hash} and purpose = ${purpose} and staff_id is not distinct from ${staff_id}::uuid
      and expires_at > app_now() returning true as spent`.execute(db);
  return rows.length > 0;
};

export type StoredPasskey = {
  readonly id: string;
  readonly staff_id: string;
  readonly name: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly transports: readonly string[];
};

export const findPasskey = (db: Database, credential_id: Buffer): Promise<StoredPasskey | undefined> =>
  db
    .selectFrom("staff_passkey")
    .select(["id", "staff_id", "name", "credential_id", "public_key", "transports"])
    .where("credential_id", "=", credential_id)
    .executeTakeFirst();

/** Oldest first. */
export const passkeysOf = (db: Database, staff_id: string) =>
  db
    .selectFrom("staff_passkey")
    .select(["id", "name", "credential_id", "transports", "created_at", "used_at"])
    .where("staff_id", "=", staff_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Returns false if somebody already has this passkey. */
export const insertPasskey = async (
  db: Database,
  { transports, ...passkey }: StoredPasskey & { readonly counter: number },
): Promise<boolean> => {
  const row = await db
    .insertInto("staff_passkey")
    .values({ ...passkey, transports: [...transports], created_at: sql<string>`app_now()`, used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Records that a passkey was used. Returns false if its counter did not increase, which means that a copy was used
 * before. Authenticators that do not count always report 0.
 */
export const raiseCounter = async (db: Database, id: string, counter: number): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update staff_passkey set counter = ${counter}::bigint, used_at = app_now()
    where id = ${id}::uuid and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`.execute(db);
  return numAffectedRows > 0n;
};

/** Returns the earlier name; undefined if the account has no such passkey. */
export const renamePasskeyOf = async (
  db: Database,
  { id, staff_id, name }: { readonly id: string; readonly staff_id: string; readonly name: string },
): Promise<string | undefined> => {
  const row = await db
    .selectFrom("staff_passkey")
    .select("name")
    .where("id", "=", id)
    .where("staff_id", "=", staff_id)
    .forUpdate()
    .executeTakeFirst();
  if (row) await db.updateTable("staff_passkey").set({ name }).where("id", "=", id).execute();
  return row?.name;
};

/** Returns its name; undefined if the account has no such passkey. */
export const deletePasskeyOf = async (db: Database, staff_id: string, id: string): Promise<string | undefined> => {
  const row = await db
    .deleteFrom("staff_passkey")
    .where("id", "=", id)
    .where("staff_id", "=", staff_id)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
};
