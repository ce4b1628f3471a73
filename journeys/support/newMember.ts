import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { openCluster } from "../../apps/server/src/db/embedded/cluster.ts";
import type { Schema } from "../../apps/server/src/db/schema/schema.ts";
import {
  createTestMembership,
  createTestUser,
  type MembershipOverrides,
} from "../../apps/server/test/accounts/members.ts";
import { workerShop } from "./workerShop.ts";

export type JourneyMember = { readonly email: string; readonly password: string };

/** Creates a visitor with an account and a membership; `null` for none. */
export const newMember = async (slug: string, membership: MembershipOverrides | null): Promise<JourneyMember> => {
  const { owner, cleanUp } = await openCluster(workerShop().dataDir);
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...owner, max: 1, options: "-c app.seller=*" }) }),
  });
  try {
    const seller = await db
      .selectFrom("seller as s")
      .innerJoin("venue as v", "v.seller_id", "s.id")
      .select(["s.id as seller_id", "s.timezone", "v.id as venue_id"])
      .where("s.slug", "=", slug)
      .executeTakeFirstOrThrow();
    const password = "Lantern-Quay-9";
    const { email, identity_id } = await createTestUser(db, { ...seller, slug }, { first_name: "Grace", password });
    if (membership) await createTestMembership(db, seller, identity_id, membership);
    return { email, password };
  } finally {
    await db.destroy();
    await cleanUp();
  }
};
