import { sql } from "kysely";
import type { Ask } from "../../http/ask.ts";

type Db = Pick<Ask, "db" | "seller">;

const users = ({ db, seller }: Db) =>
  db
    .selectFrom("identity as i")
    .leftJoin("user_login as l", (join) =>
      join.onRef("l.seller_id", "=", "i.seller_id").onRef("l.identity_id", "=", "i.id"),
    )
    .selectAll("i")
    .select(["l.password", "l.email_proved_at"])
    .where("i.seller_id", "=", seller.id)
    .where("i.kind", "=", "user");

/** `email` as it is compared. */
export const userByEmail = (ask: Db, email: string) =>
  users(ask)
    .where(sql<boolean>`lower(i.email) = ${email}`)
    .where("i.email", "is not", null)
    .executeTakeFirst();

export const userById = (ask: Db, id: string) => users(ask).where("i.id", "=", id).executeTakeFirst();

export type UserRow = NonNullable<Awaited<ReturnType<typeof userById>>>;

/** A user's password as it is at this moment, and for as long as the transaction lasts. */
export const lockedPassword = async ({ db, seller }: Db, identity_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom("user_login")
    .select("password")
    .where("seller_id", "=", seller.id)
    .where("identity_id", "=", identity_id)
    .forShare()
    .executeTakeFirst();
  return row?.password ?? null;
};

export const savePassword = ({ db, seller }: Db, identity_id: string, password: string, proves: boolean) =>
  db
    .insertInto("user_login")
    .values({
      seller_id: seller.id,
      identity_id,
      password,
      password_set_at: sql<string>`app_now()`,
      email_proved_at: proves ? sql<string>`app_now()` : null,
    })
    .onConflict((oc) =>
      oc.columns(["seller_id", "identity_id"]).doUpdateSet({
        password,
        password_set_at: sql<string>`app_now()`,
        ...(proves && { email_proved_at: sql<string>`app_now()` }),
      }),
    )
    .execute();

/** `email` as it is compared. */
export const saveProof = async ({ db, seller }: Db, identity_id: string, email: string): Promise<void> => {
  await sql`insert into user_login (seller_id, identity_id, email_proved_at)
    select seller_id, id, app_now() from identity
    where seller_id = ${seller.id}::uuid and id = ${identity_id}::uuid and lower(email) = ${email}
    on conflict (seller_id, identity_id) do update set email_proved_at = app_now()`.execute(db);
};
