import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import { errorCode } from "../../errors/errorCode.ts";

type SellerHost = { id: string; slug: string; host: string | null; has_container: boolean };

export const readSellerHost = (acrossSellers: Database, slug: string): Promise<SellerHost | undefined> =>
  acrossSellers
    .selectFrom("seller")
    .select(["id", "slug", "host", sql<boolean>`web ? 'analytics'`.as("has_container")])
    .where("slug", "=", slug)
    .where("preview_of", "is", null)
    .executeTakeFirst();

const uniqueViolation = "23505";

export const setSellerHost = async (acrossSellers: Database, id: string, host: string | null): Promise<void> => {
  try {
    await acrossSellers.updateTable("seller").set({ host }).where("id", "=", id).execute();
  } catch (error) {
    if (errorCode(error) === uniqueViolation)
      throw new Error(`'${host}' is the host of another seller.`, { cause: error });
    throw error;
  }
};

/** The sellers that have a tag container but no host of their own, on which it would be loaded. */
export const sellersWithIdleContainer = async (
  acrossSellers: Database,
  slugs: readonly string[],
): Promise<string[]> => {
  const rows = await acrossSellers
    .selectFrom("seller")
    .select("slug")
    .where("slug", "in", [...slugs, ""])
    .where("host", "is", null)
    .where(sql<boolean>`web ? 'analytics'`)
    .orderBy("slug")
    .execute();
  return rows.map(({ slug }) => slug);
};
