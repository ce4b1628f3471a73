import { sql } from "kysely";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { queueOrdersOfPerson } from "../../../providers/search/queueForSearch.sql.ts";
import type { SellerDb } from "../context.ts";
import { purchaserColumns } from "./purchasers.sql.ts";

export const accountRow = ({ db, seller }: SellerDb, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["id", ...purchaserColumns])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .where("kind", "=", "user")
    .executeTakeFirst();
export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountRow>>>;

/** Makes the account the purchaser and saves the answers with it; details not asked for this time stay. */
export const saveAccountPurchaser = async (
  { db, seller }: SellerDb,
  cart_id: string,
  identity_id: string,
  { additional_info = {}, ...given }: IdentityInput,
  terms_version: string | null,
): Promise<void> => {
  await queueOrdersOfPerson(db, seller.id, { identity_id, details: given });
  await db
    .updateTable("identity")
    .set({
      ...given,
      additional_info: sql<string>`additional_info || ${JSON.stringify(additional_info)}::jsonb`,
    })
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .where("kind", "=", "user")
    .execute();
  await db
    .updateTable("cart")
    .set({ purchaser_identity_id: identity_id, ...(terms_version === null ? {} : { terms_version }) })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .execute();
};
