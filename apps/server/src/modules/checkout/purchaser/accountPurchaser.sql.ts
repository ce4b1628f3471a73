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

/** Columns and questions to clear. The account's name and address are not among them. */
export type LostDetails = { readonly columns: readonly string[]; readonly questions: readonly string[] };

const losable = ["phone", "address", "address_more", "city", "state", "region", "zip_code"] as const;

type AccountPurchaser = {
  readonly identity: IdentityInput;
  readonly lost: LostDetails;
  readonly terms_version: string | null;
};

/** Makes the account the purchaser and saves the answers with it. Details that were not asked for this time are kept. */
export const saveAccountPurchaser = async (
  { db, seller }: SellerDb,
  cart_id: string,
  identity_id: string,
  { identity: { additional_info = {}, ...kept }, lost, terms_version }: AccountPurchaser,
): Promise<void> => {
  const emptied = losable.filter((column) => lost.columns.includes(column) && kept[column] === undefined);
  const given = { ...kept, ...Object.fromEntries(emptied.map((column) => [column, null])) };
  await queueOrdersOfPerson(db, seller.id, { identity_id, details: given });
  await db
    .updateTable("identity")
    .set({
      ...given,
      additional_info: sql<string>`(additional_info || ${JSON.stringify(additional_info)}::jsonb) - ${[...lost.questions]}::text[]`,
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
