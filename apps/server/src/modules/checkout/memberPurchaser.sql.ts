import { sql } from "kysely";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import type { Ask } from "../../http/ask.ts";
import type { Db } from "./checkout.sql.ts";
import { purchaserColumns } from "./purchasers.sql.ts";

/** The details of a user's own account. */
export const accountRow = ({ db, seller }: Db, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["id", ...purchaserColumns])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .where("kind", "=", "user")
    .executeTakeFirst();
export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountRow>>>;

/** The account is the purchaser: its own answers are kept with it, and whatever was not asked this time stays. */
export const saveMemberPurchaserRow = async (
  { db, seller }: Pick<Ask, "db" | "seller">,
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
