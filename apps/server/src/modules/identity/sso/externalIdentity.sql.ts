import { sql } from "kysely";
import { lockSlots } from "../../../db/lockSlots.sql.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { ExternalIdentity } from "../../../providers/sso/sso.ts";

type Db = Pick<RequestContext, "db" | "seller">;
type ExternalSubject = Pick<ExternalIdentity, "issuer" | "subject">;

/** Serialises logins of one subject until the transaction ends. */
export const lockExternalSubject = ({ db, seller }: Db, { issuer, subject }: ExternalSubject): Promise<void> =>
  lockSlots(db, seller.id, "external_login", [JSON.stringify([issuer, subject])]);

export const userOfExternalSubject = ({ db, seller }: Db, { issuer, subject }: ExternalSubject) =>
  db
    .selectFrom("external_login as e")
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "e.seller_id").onRef("i.id", "=", "e.identity_id"),
    )
    .select(["i.id", "i.email"])
    .where("e.seller_id", "=", seller.id)
    .where("e.issuer", "=", issuer)
    .where("e.subject", "=", subject)
    .executeTakeFirst();

/** Whether the user is linked to any subject of this issuer. */
export const hasLinkToIssuer = async ({ db, seller }: Db, identity_id: string, issuer: string): Promise<boolean> => {
  const row = await db
    .selectFrom("external_login")
    .select("subject")
    .where("seller_id", "=", seller.id)
    .where("identity_id", "=", identity_id)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return row !== undefined;
};

export const linkExternalSubject = ({ db, seller }: Db, { issuer, subject }: ExternalSubject, identity_id: string) =>
  db.insertInto("external_login").values({ seller_id: seller.id, issuer, subject, identity_id }).execute();

/** Inserts a user without a password; false if another user has the address. */
export const insertExternalUser = async (
  { db, seller }: Db,
  {
    id,
    first_name,
    last_name,
    email,
  }: Pick<ExternalIdentity, "first_name" | "last_name" | "email"> & { readonly id: string },
): Promise<boolean> => {
  const inserted = await sql`
    insert into identity (seller_id, id, kind, first_name, last_name, email)
    values (${seller.id}::uuid, ${id}::uuid, 'user', ${first_name}, ${last_name}, ${email})
    on conflict (seller_id, lower(email)) where kind = 'user' and email is not null do nothing
    returning id`.execute(db);
  if (inserted.rows.length === 0) return false;
  await db
    .insertInto("user_login")
    .values({
      seller_id: seller.id,
      identity_id: id,
      password: null,
      password_set_at: null,
      email_verified_at: email === null ? null : sql<string>`app_now()`,
    })
    .execute();
  return true;
};
