import { queryOptions } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/catalog.ts";
import { listMembershipRules } from "@foyer/contract/membership.ts";
import { call } from "../../api/call.ts";

/** Who may stand on the levels with these ticket types. */
export const rulesQuery = (type_ids: readonly string[]) =>
  queryOptions({
    queryKey: ["membership-rules", ...type_ids] as const,
    queryFn: ({ signal }) =>
      call(listMembershipRules, { "ticket_type.id._in": type_ids.slice(0, 100).join(","), _limit: "1000" }, { signal }),
    staleTime: 60_000,
    enabled: type_ids.length > 0,
  });

export const typeIds = (event: EventReply): readonly string[] => (event.ticket_type?._data ?? []).map(({ id }) => id);
