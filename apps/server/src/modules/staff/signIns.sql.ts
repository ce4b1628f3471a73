import { sql } from "kysely";
import { stepUpMinutes, type StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { defaultIdleMinutes } from "@foyer/contract/shop/settings/signInLimits.ts";
import type { Database } from "../../db/connections.ts";
import { inOneTrip, statement } from "../../db/statements/statement.ts";

/** The number of days after which a sign-in ends at the latest. */
const maxDays = 7;
/** The minimum number of seconds between two recorded uses of a sign-in. */
const touchSeconds = 60;

/** The minutes that the seller has set for a till or a device; null for a sign-in that is not at one. */
const minutesAt = (place: "till" | "device"): string =>
  `case when s.${place}_seller_id is not null
    then coalesce((${place}_seller.configuration #>> '{sign_ins,${place}_minutes}')::int, ${defaultIdleMinutes}) end`;
/** The minutes without use after which a sign-in ends. At a till on a paired device, the shorter time counts. */
const idleMinutes = `coalesce(least(${minutesAt("till")}, ${minutesAt("device")}), ${defaultIdleMinutes})`;
/** Read at each call, so that a changed setting also applies to staff who are already signed in. */
const sellersOfPlaces = `
  left join seller till_seller on till_seller.id = s.till_seller_id
  left join seller device_seller on device_seller.id = s.device_seller_id`;
const isInForce = `s.ended_at is null and s.seen_at > app_now() - make_interval(mins => ${idleMinutes})
  and s.created_at > app_now() - interval '${maxDays} days'`;

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
  readonly idle_minutes: number;
  /** The open till that is used in the sign-in's browser; null after it is closed. */
  readonly till_id: string | null;
  /** The seller whose paired device the sign-in's browser is. */
  readonly device_seller_id: string | null;
  readonly permit_id: string | null;
  readonly role: StaffRole | null;
};

const findSignInSql = `
  select a.id, a.name, a.email, a.is_operator, s.id as sign_in_id,
    exists (select from staff_totp t where t.staff_id = a.id and t.confirmed_at is not null)
      or exists (select from staff_passkey k where k.staff_id = a.id) as has_second_factor,
    s.proved_at + interval '${stepUpMinutes} minutes' as proved_until,
    coalesce(s.proved_at + interval '${stepUpMinutes} minutes' > app_now(), false) as is_proved,
    s.seen_at < app_now() - interval '${touchSeconds} seconds' as needs_touch,
    ${idleMinutes} as idle_minutes, s.till_id, s.device_seller_id
  from staff_sign_in s ${sellersOfPlaces}
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

/** The till that is used in a browser; nulls if there is none. */
export type TillOfSignIn = { readonly till_seller_id: string | null; readonly till_id: string | null };

export const insertSignIn = (
  db: Database,
  row: Pick<FoundSignInRow, "id"> & {
    readonly staff_id: string;
    readonly token_hash: Buffer;
    readonly browser: string;
    readonly country: string | null;
  } & TillOfSignIn,
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
    select s.id, s.browser, s.country, s.created_at, s.seen_at from staff_sign_in s ${sql.raw(sellersOfPlaces)}
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

/** Ends the browser's previous sign-in before a new one. Returns the till that was used in it. */
export const endSignInByToken = (db: Database, token_hash: Buffer): Promise<TillOfSignIn | undefined> =>
  db
    .updateTable("staff_sign_in")
    .set({ ended_at: sql<string>`coalesce(ended_at, app_now())` })
    .where("token_hash", "=", token_hash)
    .returning(["till_seller_id", "till_id"])
    .executeTakeFirst();

/** Records the till that a sign-in uses. The caller has locked the open till's row, so closing the till clears this too. */
export const setTillOfSignIn = (db: Database, id: string, till: TillOfSignIn) =>
  db.updateTable("staff_sign_in").set(till).where("id", "=", id).execute();

/** Clears the till of all sign-ins at it, when it is closed. */
export const clearTillOfSignIns = (db: Database, till_id: string) =>
  db.updateTable("staff_sign_in").set({ till_seller_id: null, till_id: null }).where("till_id", "=", till_id).execute();

/** Records that the browser of a sign-in is a seller's paired device. This stays until the sign-in ends. */
export const setDeviceOfSignIn = (db: Database, id: string, device_seller_id: string) =>
  db.updateTable("staff_sign_in").set({ device_seller_id }).where("id", "=", id).execute();
