import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { listOrdersOfSeller } from "@foyer/contract/office/orders/orders.ts";
import { searchCatalogue, searchCodes, searchGiftCards, searchPeople } from "@foyer/contract/office/orders/search.ts";
import type { StaffEndpoint, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { callOffice } from "../shared/call.ts";

/** The pause in typing, in milliseconds, before a search. */
const pauseMs = 150;

const usePause = (typed: string): string => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
};

type SearchCall = StaffEndpoint & { readonly can: Permission };

/** The results of a search that the reader can see. Kinds that they cannot read are not requested. */
export const useSearch = (slug: string, typed: string, permissions: readonly Permission[]) => {
  const q = usePause(typed.trim());
  const find = <E extends SearchCall>(endpoint: E) => ({
    queryKey: ["search", endpoint.name, slug, q],
    queryFn: (): Promise<StaffReply<E>> => callOffice(endpoint, { q } as never, slug),
    enabled: permissions.includes(endpoint.can) && q !== "",
    staleTime: 2_000,
    retry: false,
  });
  const orders = useQuery(find(listOrdersOfSeller));
  const people = useQuery(find(searchPeople));
  const catalogue = useQuery(find(searchCatalogue));
  const codes = useQuery(find(searchCodes));
  const giftCards = useQuery(find(searchGiftCards));
  const all = [orders, people, catalogue, codes, giftCards];
  return {
    q,
    orders: orders.data,
    people: people.data,
    catalogue: catalogue.data,
    codes: codes.data?.codes,
    giftCards: giftCards.data?.gift_cards,
    isSearching: q !== typed.trim() || all.some(({ isFetching }) => isFetching),
    error: all.find(({ error }) => error !== null)?.error ?? null,
  };
};

export type Found = ReturnType<typeof useSearch>;
