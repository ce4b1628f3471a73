import { sql } from "kysely";
import { tripSeconds } from "@foyer/contract/sso.ts";
import { guardStands } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";

type Db = Pick<Ask, "db" | "seller">;

/** A logout is gone to at once. */
const exitSeconds = 60;

export const insertTripIn = (
  { db, seller }: Db,
  trip: {
    readonly secret_hash: Buffer;
    readonly browser_hash: Buffer;
    readonly issuer: string;
    readonly redirect_path: string;
  },
) =>
  db
    .insertInto("login_trip")
    .values({
      ...trip,
      seller_id: seller.id,
      way: "in",
      url: null,
      created_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${tripSeconds})`,
    })
    .execute();

export const insertTripOut = ({ db, seller }: Db, trip: { readonly secret_hash: Buffer; readonly url: string }) =>
  db
    .insertInto("login_trip")
    .values({
      ...trip,
      seller_id: seller.id,
      way: "out",
      browser_hash: null,
      issuer: null,
      redirect_path: null,
      created_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${exitSeconds})`,
    })
    .execute();

/** Ends it, once, for whoever set out. One statement: of two who bring the same, one has come. */
export const endTripIn = ({ db, seller }: Db, secret_hash: Buffer, browser_hash: Buffer) => {
  const ended = db
    .updateTable("login_trip")
    .set({ used_at: guardStands("trip_once") ? sql<string>`app_now()` : null })
    .where("seller_id", "=", seller.id)
    .where("secret_hash", "=", secret_hash)
    .where("way", "=", "in")
    .where("used_at", "is", null)
    .where(guardStands("trip_life") ? sql<boolean>`expires_at > app_now()` : sql<boolean>`true`)
    .returning(["issuer", "redirect_path"]);
  return (guardStands("trip_browser") ? ended.where("browser_hash", "=", browser_hash) : ended).executeTakeFirst();
};

export const endTripOut = ({ db, seller }: Db, secret_hash: Buffer) =>
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
export const insertSpent = async ({ db, seller }: Db, mark: Buffer, seconds: number): Promise<boolean> => {
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
