import { createHash } from "node:crypto";
import { createTestMember } from "../accounts/members.ts";
import type { TestApp } from "../app/testApp.ts";
import type { TestShop } from "./createTestShop.ts";

/** The cookie of a visitor with this identity, which is created if needed. */
export const makeVisitor = async (
  { db }: TestApp,
  shop: { seller_id: string; slug: string },
  identity_id: string,
): Promise<{ headers: { cookie: string } }> => {
  const token = createHash("sha256").update(identity_id).digest("base64url");
  const token_hash = createHash("sha256").update(token).digest();
  const known = await db
    .selectFrom("identity")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", identity_id)
    .executeTakeFirst();
  if (!known)
    await db.insertInto("identity").values({ seller_id: shop.seller_id, id: identity_id, kind: "public" }).execute();
  await db
    .insertInto("visitor_session")
    .values({
      seller_id: shop.seller_id,
      token_hash,
      identity_id,
      expires_at: Temporal.Now.instant().add({ hours: 1 }).toString(),
    })
    .execute();
  return { headers: { cookie: `foyer.${shop.slug}=${token}` } };
};

/** The cookie of a member whose benefits cover everything. */
export const memberOf = async ({ db }: TestApp, shop: TestShop) => {
  const { cookie } = await createTestMember(db, shop, { benefits: { "*": -1 } });
  return { headers: { cookie } };
};

export const requestedTypes = (...list: [{ id: string }, number][]) => ({
  ticket_types_required: list.map(([type, quantity]) => ({ ticket_type_id: type.id, quantity })),
});
