import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { readDeskOrder, readOrderVersion, type DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import {
  listOrderFilters,
  listOrdersOfSeller,
  orderFilters,
  type orderChannels,
} from "@foyer/contract/office/orders/orders.ts";
import { readPersonOfOrder } from "@foyer/contract/office/orders/person.ts";
import { callOffice } from "../../shared/call.ts";
import { listPages } from "../../shared/list/listSearch.ts";
import { describeMeans } from "../../shared/format/describeMeans.ts";

/** The address parameters of the list, so that a copied link shows the same list. */
export const orderSearchNames = ["q", ...Object.keys(orderFilters)] as const;
export type OrderSearch = Readonly<Record<string, string | undefined>>;

export const orderListQuery = (slug: string, search: OrderSearch) =>
  listPages(listOrdersOfSeller, { name: "orders", slug, search });

/** The ticket types are those of the filtered event, and the sessions those of its first visit day. */
export const filtersQuery = (slug: string, { event_template_id, visit_from: day }: OrderSearch = {}) => {
  const ofDay = event_template_id === undefined ? {} : { event_template_id, ...(day !== undefined && { day }) };
  return queryOptions({
    queryKey: ["order-filters", slug, ofDay],
    queryFn: () => callOffice(listOrderFilters, ofDay, slug),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
};

export const orderQuery = (slug: string, number: string) =>
  queryOptions({
    queryKey: ["order", slug, number],
    queryFn: () => callOffice(readDeskOrder, { order_number: number } as never, slug),
    enabled: /^[1-9]\d{0,14}$/.test(number),
  });

/** The person who bought an order. */
export const personQuery = (slug: string, number: string) =>
  queryOptions({
    queryKey: ["person", slug, number],
    queryFn: () => callOffice(readPersonOfOrder, { order_number: number } as never, slug),
    enabled: /^[1-9]\d{0,14}$/.test(number),
  });

/** Polled every few seconds while the order is on screen. */
export const versionQuery = (slug: string, number: string) =>
  queryOptions({
    queryKey: ["order-version", slug, number],
    queryFn: () => callOffice(readOrderVersion, { order_number: number } as never, slug),
    refetchInterval: 4_000,
    staleTime: 0,
  });

export const purchaserName = ({ purchaser }: Pick<DeskOrder, "purchaser">): string =>
  [purchaser.first_name, purchaser.last_name].filter(Boolean).join(" ");

/** 'Visa ending in 4242', 'Cash'. */
export const meansOfPayment = ({ means, gateway_id }: DeskOrder["payments"][number]): string =>
  describeMeans(means, gateway_id);

/** Whether staff give the money back by hand, at a till. */
export const isPaidOut = ({ gateway_id }: Pick<DeskOrder["payments"][number], "gateway_id">): boolean =>
  gateway_id === "cash" || gateway_id === "terminal";

/** The channel through which an order was sold. */
export const channelNames: Readonly<Record<string, string>> = {
  web: "Online",
  box_office: "At the box office",
  auto_renew: "By automatic renewal",
  comp: "Given away",
  import: "By an import of members",
} satisfies Record<(typeof orderChannels)[number], string>;
