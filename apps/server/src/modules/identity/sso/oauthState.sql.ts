import { sql } from "kysely";
import { oauthStateSeconds } from "@foyer/contract/shop/sso.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;

/** Short, because the page follows a logout URL at once. */
const logoutUrlSeconds = 60;

export const insertOAuthState = (
  { db, seller }: Db,
  oauthState: {
    readonly secret_hash: Buffer;
    readonly browser_hash: Buffer;
    readonly issuer: string;
    readonly redirect_path: string;
  },
) =>
  db
    .insertInto("oauth_state")
    .values({
      ...oauthState,
      seller_id: seller.id,
      purpose: "login",
      url: null,
      created_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${oauthStateSeconds})`,
    })
    .execute();

export const insertLogoutUrl = (
  { db, seller }: Db,
  logoutUrl: { readonly secret_hash: Buffer; readonly url: string },
) =>
  db
    .insertInto("oauth_state")
    .values({
      ...logoutUrl,
      seller_id: seller.id,
      purpose: "logout",
      browser_hash: null,
      issuer: null,
      redirect_path: null,
      created_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${logoutUrlSeconds})`,
    })
    .execute();

/** Uses up a state, for the browser that it was issued to. It is one statement, so that it works once. */
export const consumeOAuthStateRow = ({ db, seller }: Db, secret_hash: Buffer, browser_hash: Buffer) =>
  db
    .updateTable("oauth_state")
    .set({ used_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("secret_hash", "=", secret_hash)
    .where("browser_hash", "=", browser_hash)
    .where("purpose", "=", "login")
    .where("used_at", "is", null)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning(["issuer", "redirect_path"])
    .executeTakeFirst();

export const consumeLogoutUrlRow = ({ db, seller }: Db, secret_hash: Buffer) =>
  db
    .updateTable("oauth_state")
    .set({ used_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("secret_hash", "=", secret_hash)
    .where("purpose", "=", "logout")
    .where("used_at", "is", null)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning("url")
    .executeTakeFirst();

/** Uses up a signed token; false if it was used before. */
export const insertSpentToken = async ({ db, seller }: Db, tokenHash: Buffer, seconds: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("spent_login_token")
    .values({
      seller_id: seller.id,
      token_hash: tokenHash,
      expires_at: sql<string>`app_now() + make_interval(secs => ${seconds})`,
    })
    .onConflict((oc) => oc.columns(["seller_id", "token_hash"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};
