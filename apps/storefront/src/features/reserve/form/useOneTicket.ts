import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { getTicketGroup, type EventReply, type TicketGroup, type TicketType } from "@foyer/contract/shop/catalog.ts";
import { selectionTotal } from "@foyer/rules/reserve/ticketChoices.ts";
import {
  amountChoices,
  amountMissing,
  linkedAmount,
  oneTicketGroups,
  type ChosenAmount,
} from "@foyer/rules/reserve/oneTicket.ts";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { isDonation, isGiftCard } from "@foyer/rules/catalog/handlers.ts";
import { call } from "../../../api/call.ts";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { eventKey } from "../queries/eventKeys.ts";

/** A donation is loaded by its group; until then the event's data are shown. */
const groupQuery = (group: TicketGroup, types: readonly TicketType[]) => ({
  queryKey: [...eventKey(group.event_template_id), "group", group.id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(getTicketGroup, { ticket_group_id: group.id, _embed: "ticket_type" }, { signal }),
  placeholderData: {
    ticket_group: { _data: [group] },
    ticket_type: { _data: types.filter((type) => type.ticket_group_id === group.id) },
  },
  enabled: isDonation(group),
});

const noTypes: readonly TicketType[] = [];

/** The single ticket of a donation or gift card: the offered amounts, and the chosen one. */
export const useOneTicket = (event: EventReply) => {
  const coins = useCoins();
  const { currency } = coins;
  const search = useSearch();
  const query = parseReserveQuery(search);
  const eventTypes = event.ticket_type?._data ?? noTypes;
  const offered = oneTicketGroups(event.ticket_group?._data ?? [], query.tg);
  const results = useQueries({ queries: offered.map((group) => groupQuery(group, eventTypes)) });

  const groups = offered.map((group, index) => results[index]?.data?.ticket_group._data[0] ?? group);
  const types = offered.flatMap(
    (group, index) =>
      results[index]?.data?.ticket_type?._data ?? eventTypes.filter((type) => type.ticket_group_id === group.id),
  );
  const availableTypes = types.filter((type) => type.available);
  const [own, choose] = useState<ChosenAmount>();
  // Until the visitor chooses, the link does, also one of the types that only members see.
  const entered = own ?? linkedAmount(query, availableTypes, currency);
  const chosen = { ...entered, ticket_type_id: availableTypes.find(({ id }) => id === entered.ticket_type_id)?.id };
  const choices = amountChoices(groups, types, chosen);
  const prices = chosen.ticket_type_id === undefined ? {} : { [chosen.ticket_type_id]: chosen.price };
  return {
    tg: query.tg,
    kind: offered.every(isGiftCard) ? ("gift_card" as const) : ("donation" as const),
    isClosed: choices.every(({ soldOut }) => soldOut),
    choices,
    chosen,
    choose,
    prices,
    missing: amountMissing(choices, prices, currency),
    basket: selectionTotal(choices, prices, coins),
  };
};
