import type { QueryClient } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import { membershipRulesQuery, ticketTypeIds } from "../membership.queries.ts";
import { lazyMembershipForm } from "./lazyMembershipForm.ts";

/** Loads what the first view of a membership event needs: the form, and the rules of its levels. */
export const prepareMembership = async (client: QueryClient, event: EventReply): Promise<readonly string[]> => {
  const types = ticketTypeIds(event);
  await Promise.all([
    lazyMembershipForm.load(),
    // If this fails, the form fetches them itself.
    types.length > 0 && client.ensureQueryData(membershipRulesQuery(types)).catch(() => undefined),
  ]);
  return lazyMembershipForm.sources;
};
