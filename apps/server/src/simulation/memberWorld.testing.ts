import { sql } from "kysely";
import { makeEvent, type MadeEvent } from "../db/testShop.ts";
import { makeUser, type MadeUser } from "../testMembers.ts";
import { makeLevels, type Levels } from "../testMemberships.ts";
import type { StripeApp } from "../testStripe.ts";

/** What a shop with members has besides: levels of a few days, users who may log in, and visits for members alone. */
export type Membership = {
  readonly levels: Levels;
  readonly visits: MadeEvent;
  readonly users: readonly [MadeUser, MadeUser];
};

/** Short enough that somebody's term comes to its end while we look, and is renewed. */
const term = { duration_new: "P4D" };
/** The visit lies behind every term that is bought here, and is counted all the same. */
export const memberConfiguration = {
  authentication: "otp",
  renewal: { allowed_period: 30, automatic: "prompt" },
  member_reserve_session_beyond_term: "always",
};

export const openMembership = async (
  { server }: Pick<StripeApp, "server">,
  shop: Parameters<typeof makeLevels>[1] & { readonly slug: string },
): Promise<Membership> => {
  const levels = await makeLevels(server, shop, { individual: term, family: term });
  // Of one event four in a term: that comes to its end too.
  await sql`update membership_role set member_event_purchase_limit = 4 where id = ${levels.role_id}`.execute(server.db);
  const visits = await makeEvent(server.db, shop, {
    name: "Members' mornings",
    groups: [{ hidden_type: "public_member_only" }],
    sessions: [{ inDays: 60, capacity: 8 }],
  });
  return { levels, visits, users: [await makeUser(server.db, shop), await makeUser(server.db, shop)] };
};
