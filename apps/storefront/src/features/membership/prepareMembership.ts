import type { QueryClient } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/catalog.ts";
import { rulesQuery, typeIds } from "./membership.queries.ts";
import { membershipPart } from "./parts.ts";

/** What the first view of an event shows that sells memberships: the form, and who may stand on each level. */
export const prepareMembership = async (client: QueryClient, event: EventReply): Promise<readonly string[]> => {
  const types = typeIds(event);
  await Promise.all([
    membershipPart.load(),
    // Without them the form asks again.
    types.length > 0 && client.ensureQueryData(rulesQuery(types)).catch(() => undefined),
  ]);
  return membershipPart.sources;
};
