import {
  downloadOrders,
  downloadPersons,
  downloadTickets,
  orderColumns,
  personColumns,
  ticketColumns,
} from "@foyer/contract/office/orders/rowDownloads.ts";
import { RowDownload, type DownloadableList } from "../../shared/list/RowDownload.tsx";
import { filtersOfList } from "../../shared/list/listSearch.ts";
import type { OrderSearch } from "./orderQueries.ts";

/** Downloads the listed orders, their tickets, or their buyers. */
export function OrderDownload({ slug, search }: { readonly slug: string; readonly search: OrderSearch }) {
  const { q, ...filters } = filtersOfList(search);
  const persons: DownloadableList = {
    name: "persons",
    label: "Persons",
    hint: "The buyers, each email address once",
    endpoint: downloadPersons,
    columns: personColumns,
    filters,
  };
  return (
    <RowDownload
      slug={slug}
      lists={[
        {
          name: "orders",
          label: "Orders",
          hint: "As filtered in the list",
          endpoint: downloadOrders,
          columns: orderColumns,
          filters: search,
        },
        {
          name: "tickets",
          label: "Tickets",
          hint: "The tickets of these orders, one per line",
          endpoint: downloadTickets,
          columns: ticketColumns,
          filters: search,
        },
        // The list of persons supports filters but no search, which would name a person.
        ...(q === undefined ? [persons] : []),
      ]}
    />
  );
}
