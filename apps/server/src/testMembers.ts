import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "./db/connect.ts";
import { newId } from "./db/newId.ts";
import type { Shop } from "./db/testShop.ts";
import { hashPassword } from "./modules/identity/password.ts";

/** Whoever this identity is, as if they had logged in: a user, and all their sessions full. */
export const logIn = async (db: Database, identity_id: string): Promise<void> => {
  await db.updateTable("identity").set({ kind: "user" }).where("id", "=", identity_id).execute();
  await db
    .updateTable("visitor_session")
    .set({ strength: "full", member_identity_id: identity_id, method: "test", authenticated_at: sql`app_now()` })
    .where("identity_id", "=", identity_id)
    .execute();
};

export type MadeUser = { readonly identity_id: string; readonly email: string; readonly cookie: string };

/** A user of a shop with a session of their own, as a cookie. */
export const makeUser = async (
  db: Database,
  shop: Pick<Shop, "seller_id" | "slug">,
  wishes: {
    readonly email?: string;
    readonly first_name?: string;
    readonly last_name?: string;
    readonly password?: string;
    readonly zip_code?: string;
  } = {},
): Promise<MadeUser> => {
  const identity_id = newId();
  const email = wishes.email ?? `${identity_id}@example.org`;
  const token = randomBytes(32).toString("base64url");
  const { first_name = "Ada", last_name = "Lovelace", zip_code = null } = wishes;
  await db
    .insertInto("identity")
    .values({ seller_id: shop.seller_id, id: identity_id, kind: "user", first_name, last_name, email, zip_code })
    .execute();
  await db
    .insertInto("user_login")
    .values({
      seller_id: shop.seller_id,
      identity_id,
      password: wishes.password === undefined ? null : await hashPassword(wishes.password),
      email_proved_at: sql<string>`app_now()`,
    })
    .execute();
  await db
    .insertInto("visitor_session")
    .values({
      seller_id: shop.seller_id,
      token_hash: createHash("sha256").update(token).digest(),
      identity_id,
      strength: "full",
      member_identity_id: identity_id,
      expires_at: sql<string>`app_now() + interval '1 day'`,
    })
    .execute();
  return { identity_id, email, cookie: `foyer.${shop.slug}=${token}` };
};

/** A guest's session as if it had shown the number of this member. */
export const limitTo = async (
  db: Database,
  guest: { readonly cookie: string },
  member_identity_id: string,
): Promise<void> => {
  const token = guest.cookie.split("=")[1] ?? "";
  await db
    .updateTable("visitor_session")
    .set({ strength: "limited", member_identity_id, method: "test", authenticated_at: sql<string>`app_now()` })
    .where("token_hash", "=", createHash("sha256").update(token).digest())
    .execute();
};
