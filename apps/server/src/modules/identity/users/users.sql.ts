import { sql } from "kysely";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { hasEmail } from "../../../db/emailIs.ts";
import type { IdentityTable } from "../../../db/schema/identities.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { queueOrdersOfPerson } from "../../../providers/search/queueForSearch.sql.ts";

type Db = Pick<RequestContext, "db" | "seller">;

const identityColumns = [
  "i.seller_id",
  "i.id",
  "i.kind",
  "i.first_name",
  "i.last_name",
  "i.email",
  "i.phone",
  "i.address",
  "i.address_more",
  "i.city",
  "i.state",
  "i.region",
  "i.country",
  "i.zip_code",
  "i.gift_aid_eligible",
  "i.additional_info",
  "i.meta",
  "i.created_at",
  "i.created_by_identity_id",
  "i.claimed_at",
] as const satisfies readonly `i.${keyof IdentityTable}`[];

const users = ({ db, seller }: Db) =>
  db
    .selectFrom("identity as i")
    .leftJoin("user_login as l", (join) =>
      join.onRef("l.seller_id", "=", "i.seller_id").onRef("l.identity_id", "=", "i.id"),
    )
    .select([...identityColumns, "l.password", "l.email_verified_at"])
    .where("i.seller_id", "=", seller.id)
    .where("i.kind", "=", "user");

/** `email` is in lower case. */
export const userByEmail = (ctx: Db, email: string) =>
  users(ctx).where(hasEmail("i.email", email)).where("i.email", "is not", null).executeTakeFirst();

export const userById = (ctx: Db, id: string) => users(ctx).where("i.id", "=", id).executeTakeFirst();

export type UserRow = NonNullable<Awaited<ReturnType<typeof userById>>>;

/** Locks the row, so that the password cannot change until the transaction ends. */
export const selectPasswordForShare = async ({ db, seller }: Db, identity_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom("user_login")
    .select("password")
    .where("seller_id", "=", seller.id)
    .where("identity_id", "=", identity_id)
    .forShare()
    .executeTakeFirst();
  return row?.password ?? null;
};

/** Conflicts only with merging and erasing, which lock the row for an update. */
export const lockUserRow = async ({ db, seller }: Db, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom("identity")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("kind", "=", "user")
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
};

export const savePassword = ({ db, seller }: Db, identity_id: string, password: string, verifiesEmail: boolean) =>
  db
    .insertInto("user_login")
    .values({
      seller_id: seller.id,
      identity_id,
      password,
      password_set_at: sql<string>`app_now()`,
      email_verified_at: verifiesEmail ? sql<string>`app_now()` : null,
    })
    .onConflict((oc) =>
      oc.columns(["seller_id", "identity_id"]).doUpdateSet({
        password,
        password_set_at: sql<string>`app_now()`,
        ...(verifiesEmail && { email_verified_at: sql<string>`app_now()` }),
      }),
    )
    .execute();

/** `email` is in lower case. Does nothing unless it is still the user's address. */
export const saveEmailVerified = async ({ db, seller }: Db, identity_id: string, email: string): Promise<void> => {
  await sql`insert into user_login (seller_id, identity_id, email_verified_at)
    select seller_id, id, app_now() from identity
    where seller_id = ${seller.id}::uuid and id = ${identity_id}::uuid and lower(email) = ${email}::text
    on conflict (seller_id, identity_id) do update set email_verified_at = app_now()`.execute(db);
};

/** False if another user has the address: the unique index decides between concurrent registrations. */
export const insertUser = async (
  { db, seller }: Db,
  {
    password,
    additional_info,
    ...user
  }: {
    readonly id: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly password: string | null;
    readonly additional_info: Readonly<Record<string, unknown>>;
  },
): Promise<boolean> => {
  const { id, first_name, last_name, email } = user;
  const inserted = await sql`
    insert into identity (seller_id, id, kind, first_name, last_name, email, additional_info)
    values (${seller.id}::uuid, ${id}::uuid, 'user', ${first_name}, ${last_name}, ${email}, ${JSON.stringify(additional_info)}::jsonb)
    on conflict (seller_id, lower(email)) where kind = 'user' and email is not null do nothing
    returning id`.execute(db);
  if (inserted.rows.length === 0) return false;
  await db
    .insertInto("user_login")
    .values({
      seller_id: seller.id,
      identity_id: id,
      password,
      password_set_at: password === null ? null : sql<string>`app_now()`,
    })
    .execute();
  return true;
};

/** False if another user has the address. A concurrent transaction with the same address violates the unique index. */
export const saveEmail = async ({ db, seller }: Db, identity_id: string, email: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("identity as i")
    .set({ email })
    .where("i.seller_id", "=", seller.id)
    .where("i.id", "=", identity_id)
    .where(
      sql<boolean>`not exists (select from identity o where o.seller_id = ${seller.id} and o.kind = 'user' and o.email is not null
        and ${hasEmail("o.email", email)} and o.id <> i.id)`,
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await saveEmailVerified({ db, seller }, identity_id, email);
  return true;
};

const detailColumns = [
  "phone",
  "address",
  "address_more",
  "city",
  "state",
  "region",
  "country",
  "zip_code",
  "gift_aid_eligible",
] as const;

export const updateUserDetails = async (
  { db, seller }: Db,
  identity_id: string,
  {
    kept,
    cleared,
    answers,
    emptied,
  }: {
    readonly kept: Partial<IdentityInput>;
    readonly cleared: readonly string[];
    readonly answers: IdentityInput["additional_info"];
    readonly emptied: readonly string[];
  },
): Promise<void> => {
  const changes = Object.fromEntries(
    detailColumns
      .map((name) => [name, cleared.includes(name) ? null : kept[name]] as const)
      .filter(([, value]) => value !== undefined),
  );
  const changesAnswers = answers !== undefined || emptied.length > 0;
  if (Object.keys(changes).length === 0 && !changesAnswers) return;
  await queueOrdersOfPerson(db, seller.id, { identity_id, details: changes });
  await db
    .updateTable("identity")
    .set({
      ...changes,
      ...(changesAnswers && {
        additional_info: sql<string>`(additional_info || ${JSON.stringify(answers ?? {})}::jsonb) - ${[...emptied]}::text[]`,
      }),
    })
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .where("kind", "=", "user")
    .execute();
};
