import { sql } from "kysely";
import { createTestEvent, type TestEvent } from "../shop/createTestShop.ts";
import { createTestUser, type TestUser } from "../accounts/members.ts";
import { createLevels, type TestLevels } from "../accounts/membershipLevels.ts";
import type { StripeTestApp } from "../payments/stripeApp.ts";

/** Additional setup of a shop with members: levels of a few days, users, and visits for members only. */
export type SimulatedMembership = {
  readonly levels: TestLevels;
  readonly visits: TestEvent;
  readonly users: readonly [TestUser, TestUser];
};

/** Short, so that terms end and are renewed during a simulation. */
const term = { duration_new: "P4D" };
/** Visits after the end of every term count nevertheless. */
export const memberConfiguration = {
  authentication: "otp",
  renewal: { allowed_period: 30, automatic: "prompt" },
  member_reserve_session_beyond_term: "always",
};

export const setUpMembership = async (
  { server }: Pick<StripeTestApp, "server">,
  shop: Parameters<typeof createLevels>[1] & { readonly slug: string },
): Promise<SimulatedMembership> => {
  const levels = await createLevels(server, shop, { individual: term, family: term });
  // Four tickets per event and term, so that this limit is reached too.
  await sql`update membership_role set member_event_purchase_limit = 4 where id = ${levels.role_id}`.execute(server.db);
  const visits = await createTestEvent(server.db, shop, {
    name: "Members' mornings",
    groups: [{ hidden_type: "public_member_only" }],
    sessions: [{ inDays: 60, capacity: 8 }],
  });
  return { levels, visits, users: [await createTestUser(server.db, shop), await createTestUser(server.db, shop)] };
};
