import { sql } from "kysely";
import { oauthStateSeconds } from "@foyer/contract/shop/sso.ts";
import { guardStands } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;

/** A logout is gone to at once. */
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
    .insertInto("login_trip")
    .values({
      ...oauthState,
      seller_id: seller.id,
      way: "in",
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
    .insertInto("login_trip")
    .values({
      ...logoutUrl,
      seller_id: seller.id,
      way: "out",
      browser_hash: null,
      issuer: null,
      redirect_path: null,
      created_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${logoutUrlSeconds})`,
    })
    .execute();

/** Ends it, once, for whoever set out. One statement: of two who bring the same, one has come. */
export const consumeOAuthStateRow = ({ db, seller }: Db, secret_hash: Buffer, browser_hash: Buffer) => {
  const update = db
    .updateTable("login_trip")
    .set({ used_at: guardStands("oauth_state_once") ? sql<string>`app_now()` : null })
    .where("seller_id", "=", seller.id)
    .where("secret_hash", "=", secret_hash)
    .where("way", "=", "in")
    .where("used_at", "is", null)
    .where(guardStands("oauth_state_expiry") ? sql<boolean>`expires_at > app_now()` : sql<boolean>`true`)
    .returning(["issuer", "redirect_path"]);
  return (
    guardStands("oauth_state_browser") ? update.where("browser_hash", "=", browser_hash) : update
  ).executeTakeFirst();
};

export const consumeLogoutUrlRow = ({ db, seller }: Db, secret_hash: Buffer) =>
  db
    .updateTable("login_trip")
    .set({ used_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("secret_hash", "=", secret_hash)
    .where("way", "=", "out")
    .where("used_at", "is", null)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning("url")
    .executeTakeFirst();

/** Uses a signed token up. False: somebody was here with it before. */
export const insertSpentToken = async ({ db, seller }: Db, mark: Buffer, seconds: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("login_jwt_spent")
    .values({
      seller_id: seller.id,
      mark,
      expires_at: sql<string>`app_now() + make_interval(secs => ${seconds})`,
    })
    .onConflict((oc) => oc.columns(["seller_id", "mark"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};
