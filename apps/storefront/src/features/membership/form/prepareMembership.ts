import type { QueryClient } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import { membershipRulesQuery, ticketTypeIds } from "../membership.queries.ts";
import { lazyMembershipForm } from "./lazyMembershipForm.ts";

/** What the first view of an event shows that sells memberships: the form, and who may stand on each level. */
export const prepareMembership = async (client: QueryClient, event: EventReply): Promise<readonly string[]> => {
  const types = ticketTypeIds(event);
  await Promise.all([
    lazyMembershipForm.load(),
    // Without them the form asks again.
    types.length > 0 && client.ensureQueryData(membershipRulesQuery(types)).catch(() => undefined),
  ]);
  return lazyMembershipForm.sources;
};
