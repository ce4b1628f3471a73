import { useQueries, useQuery } from "@tanstack/react-query";
import type { GiftLevel } from "@foyer/contract/shop/membershipLevel.ts";
import { levelOptions } from "@foyer/rules/membership/party/partyForm.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { eventQuery } from "../../reserve/queries/reserve.queries.ts";
import { membershipRulesQuery } from "../membership.queries.ts";

/** The levels that a gift code offers, in the order of the gift. */
export const useGiftLevels = (offered: readonly GiftLevel[]) => {
  const { slug } = useSeller();
  const events = [...new Set(offered.map(({ event_template_id }) => event_template_id))];
  const groups = offered.map(({ ticket_group_id }) => ticket_group_id);
  const eventQueries = useQueries({
    // Requested by `tg`, because levels that are only sold by link are offered too.
    queries: events.map((event_template_id) => eventQuery({ slug, event_template_id, tg: groups })),
  });
  const types = eventQueries.flatMap(({ data }) => data?.ticket_type?._data ?? []);
  const isLoaded = eventQueries.every(({ data }) => data !== undefined);
  const rules = useQuery(membershipRulesQuery(isLoaded ? types.map(({ id }) => id) : []));
  const queries = [...eventQueries, rules];
  const levels =
    rules.data &&
    levelOptions({
      groups: eventQueries.flatMap(({ data }) => data?.ticket_group?._data ?? []),
      types,
      rules: rules.data.membership_rules._data,
      tg: groups,
      action: "buy",
    }).toSorted((one, other) => groups.indexOf(one.group.id) - groups.indexOf(other.group.id));
  return {
    levels,
    hasFailed: queries.some(({ error, data }) => error !== null && data === undefined),
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  };
};
