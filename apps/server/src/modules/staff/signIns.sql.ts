import { sql } from "kysely";
import { stepUpMinutes, type StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { Database } from "../../db/connections.ts";
import { inOneTrip, statement } from "../../db/statements/statement.ts";

/** A sign-in ends after this time without use, and after seven days at the latest. */
const lifetimes = { idleHours: 12, maxDays: 7 } as const;
/** The minimum number of seconds between two recorded uses of a sign-in. */
const touchSeconds = 60;

const isInForce = `s.ended_at is null and s.seen_at > app_now() - interval '${lifetimes.idleHours} hours'
  and s.created_at > app_now() - interval '${lifetimes.maxDays} days'`;

export type FoundSignInRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly is_operator: boolean;
  readonly sign_in_id: string;
  readonly has_second_factor: boolean;
  readonly proved_until: string | null;
  readonly is_proved: boolean;
  readonly needs_touch: boolean;
  readonly permit_id: string | null;
  readonly role: StaffRole | null;
};

const findSignInSql = `
  select a.id, a.name, a.email, a.is_operator, s.id as sign_in_id,
    exists (select from staff_totp t where t.staff_id = a.id and t.confirmed_at is not null)
      or exists (select from staff_passkey k where k.staff_id = a.id) as has_second_factor,
    s.proved_at + interval '${stepUpMinutes} minutes' as proved_until,
    coalesce(s.proved_at + interval '${stepUpMinutes} minutes' > app_now(), false) as is_proved,
    s.seen_at < app_now() - interval '${touchSeconds} seconds' as needs_touch
  from staff_sign_in s
  join staff a on a.id = s.staff_id and (not a.is_demo or not $2::boolean)
  where s.token_hash = $1 and ${isInForce}`;

const rolesOfSignIn = `
  select g.role from staff_grant g join staff_sign_in s on s.staff_id = g.staff_id
  where g.seller_id = $2::uuid and g.suspended_at is null and s.token_hash = $1`;

const permitOfSeller = `
  select id from operator_permit where seller_id = $1::uuid and ended_at is null and ends_at > app_now() order by ends_at desc limit 1`;

/**
 * One row for each role at the seller, or one row without a role. In `production`, demo accounts are left out. Separate
 * statements in one round trip, because accounts are on every node of a cluster, but permissions are with the seller.
 */
export const findSignInRows = (
  db: Database,
  token_hash: Buffer,
  production: boolean,
  sellerId: string | null,
): Promise<FoundSignInRow[]> =>
  inOneTrip(db, async (pipeline) => {
    const [found, roles, permits] = await Promise.all([
      statement<Omit<FoundSignInRow, "role" | "permit_id">>(pipeline, findSignInSql, [token_hash, production]),
      sellerId === null ? [] : statement<{ role: StaffRole }>(pipeline, rolesOfSignIn, [token_hash, sellerId]),
      sellerId === null ? [] : statement<{ id: string }>(pipeline, permitOfSeller, [sellerId]),
    ]);
    const held: readonly (StaffRole | null)[] = roles.length === 0 ? [null] : roles.map(({ role }) => role);
    return found.flatMap((row) => {
      const permit_id = row.is_operator ? (permits[0]?.id ?? null) : null;
      return held.map((role) => ({ ...row, permit_id, role }));
    });
  });

export const touchSignIn = (db: Database, id: string) =>
  db
    .updateTable("staff_sign_in")
    .set({ seen_at: sql<string>`app_now()` })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();

export const insertSignIn = (
  db: Database,
  row: Pick<FoundSignInRow, "id"> & {
    readonly staff_id: string;
    readonly token_hash: Buffer;
    readonly browser: string;
    readonly country: string | null;
  },
  isProved: boolean,
) =>
  db
    .insertInto("staff_sign_in")
    .values({ ...row, created_at: sql<string>`app_now()`, proved_at: isProved ? sql<string>`app_now()` : null })
    .execute();

/**
 * Gives a sign-in a new token and a fresh proof. Returns until when the proof counts; undefined if the sign-in has ended.
 */
export const renewSignIn = async (db: Database, id: string, token_hash: Buffer): Promise<string | undefined> => {
  const row = await db
    .updateTable("staff_sign_in")
    .set({ token_hash, proved_at: sql<string>`app_now()`, seen_at: sql<string>`app_now()` })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning(
      sql<string>`(proved_at at time zone 'UTC' + make_interval(mins => ${stepUpMinutes}::int)) at time zone 'UTC'`.as(
        "proved_until",
      ),
    )
    .executeTakeFirst();
  return row?.proved_until;
};

/** Ends one sign-in of an account. Returns whether it was active. */
export const endSignInOf = async (db: Database, staff_id: string, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("staff_sign_in")
    .set({ ended_at: sql<string>`app_now()` })
    .where("id", "=", id)
    .where("staff_id", "=", staff_id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends all sign-ins of an account, except for one. */
export const endSignInsOf = (db: Database, staff_id: string, except?: string) =>
  db
    .updateTable("staff_sign_in")
    .set({ ended_at: sql<string>`app_now()` })
    .where("staff_id", "=", staff_id)
    .where("ended_at", "is", null)
    .$if(except !== undefined, (query) => query.where("id", "!=", except ?? ""))
    .execute();

type SignInOfAccount = {
  readonly id: string;
  readonly browser: string;
  readonly country: string | null;
  readonly created_at: string;
  readonly seen_at: string;
};

/** Active sign-ins, last used first. */
export const signInsOf = async (db: Database, staff_id: string) => {
  const { rows } = await sql<SignInOfAccount>`
    select s.id, s.browser, s.country, s.created_at, s.seen_at from staff_sign_in s
    where s.staff_id = ${staff_id}::uuid and ${sql.raw(isInForce)}
    order by s.seen_at desc, s.id limit 100`.execute(db);
  return rows;
};

/** Whether the account has signed in with a browser of this name before. */
export const isKnownBrowser = async (db: Database, staff_id: string, browser: string): Promise<boolean> => {
  const row = await db
    .selectFrom("staff_sign_in")
    .select("id")
    .where("staff_id", "=", staff_id)
    .where("browser", "=", browser)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Ends the browser's previous sign-in before it signs in again. */
export const endSignInByToken = (db: Database, token_hash: Buffer) =>
  db
    .updateTable("staff_sign_in")
    .set({ ended_at: sql<string>`app_now()` })
    .where("token_hash", "=", token_hash)
    .where("ended_at", "is", null)
    .execute();
