import { sql } from "kysely";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { SellerDb } from "../checkout.sql.ts";
import { purchaserColumns } from "./purchasers.sql.ts";

/** The details of a user's own account. */
export const accountRow = ({ db, seller }: SellerDb, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["id", ...purchaserColumns])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .where("kind", "=", "user")
    .executeTakeFirst();
export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountRow>>>;

/** The account is the purchaser: its own answers are kept with it, and whatever was not asked this time stays. */
export const saveAccountPurchaser = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  cart_id: string,
  identity_id: string,
  { additional_info = {}, ...given }: IdentityInput,
  terms_version: string | null,
): Promise<void> => {
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
