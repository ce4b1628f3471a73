import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { findCluster } from "../apps/server/src/db/cluster.ts";
import type { Schema } from "../apps/server/src/db/schema.ts";
import { makeMembership, makeUser, type MembershipWishes } from "../apps/server/src/testMembers.ts";
import { ourShop } from "./ourShop.ts";

export type JourneyMember = { readonly email: string; readonly password: string };

/** Somebody with an account at a seller, and a membership as if they had bought it; `null`: without one. */
export const newMember = async (slug: string, wishes: MembershipWishes | null): Promise<JourneyMember> => {
  const { owner, forget } = await findCluster(ourShop().dataDir);
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
    const { email, identity_id } = await makeUser(db, { ...seller, slug }, { first_name: "Grace", password });
    if (wishes) await makeMembership(db, seller, identity_id, wishes);
    return { email, password };
  } finally {
    await db.destroy();
    await forget();
  }
};
