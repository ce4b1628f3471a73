import { useQuery } from "@tanstack/react-query";
import {
  exchangeTypes,
  sumOfPrices,
  withOwnPlace,
  type ExchangeType,
} from "@foyer/rules/aftersale/move/exchangeTypes.ts";
import type { NewPrice } from "@foyer/rules/aftersale/move/moveCost.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { sessionQuery } from "../../reserve/queries/reserve.queries.ts";
import type { ChosenTicket, MovableVisit } from "./movableVisit.ts";

/** The types that a session sells to the visitor. Nothing is fetched if no ticket can be exchanged. */
export const useExchange = ({ line, tickets }: MovableVisit, event_session_id: string | undefined) => {
  const { slug } = useSeller();
  const coins = useCoins();
  const id = event_session_id ?? line.event_session_id ?? "";
  /** A ticket that is exchanged at its own time takes over its own place. */
  const isPresent = id === line.event_session_id;
  const isPossible = tickets.some(({ canExchange }) => canExchange);
  // Without groups in the link, the reply contains all groups that this visitor may see.
  const link = { slug, event_template_id: line.event_template_id, tg: [] };
  const query = useQuery({ ...sessionQuery(link, id), enabled: isPossible });
  const { data } = query;
  const offer = data && {
    groups: data.ticket_group?._data ?? [],
    types: data.ticket_type?._data ?? [],
    left: data.event_session._data[0]?.left ?? null,
  };
  const typesFor = ({ ticket_group_id }: Pick<ChosenTicket, "ticket_group_id">): readonly ExchangeType[] =>
    offer ? exchangeTypes(isPresent ? withOwnPlace(offer, ticket_group_id) : offer, ticket_group_id, coins) : [];
  return {
    isLoading: query.isLoading,
    hasFailed: query.isError,
    refetch: () => query.refetch(),
    typesFor,
    groupName: (ticket_group_id: string): string =>
      line.types.find((type) => type.ticket_group_id === ticket_group_id)?.group_name ??
      offer?.groups.find((group) => group.id === ticket_group_id)?.name ??
      "",
    /** The price of the chosen types in the session; null if one of them is no longer sold. */
    priceOf: (selected: readonly ChosenTicket[]): NewPrice | null => {
      const prices = selected.map((ticket) => typesFor(ticket).find((type) => type.id === ticket.new_type.id));
      return prices.every((price) => price !== undefined) ? sumOfPrices(prices, coins.currency) : null;
    },
  };
};
export type Exchange = ReturnType<typeof useExchange>;
