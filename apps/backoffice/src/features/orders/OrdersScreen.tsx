import { useCallback, useRef, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { orderList, type OrderListRow } from "@foyer/contract/office/orders/orders.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count, formatMoment, formatMoney, formatVisit } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { ListViews } from "../../shared/list/ListViews.tsx";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { hasFilter, viewOfList } from "../../shared/list/listSearch.ts";
import { useListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { useListKeys } from "../../shared/list/useListKeys.ts";
import { CompDialog } from "./dialogs/CompDialog.tsx";
import { OrderFilters } from "./OrderFilters.tsx";
import { orderListQuery, type OrderSearch } from "./orderQueries.ts";
import { OrderDownload } from "./OrderDownload.tsx";
import { OrderStateTag } from "./OrderStateTag.tsx";
import tableCss from "../../shared/list/ListTable.module.css";
import css from "./OrdersScreen.module.css";

const route = "/signed-in/$slug/orders" as const;

/** Orders, newest first. Search, filters, sort and columns are in the address. */
export function OrdersScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as OrderSearch;
  const { timezone, can } = useOwnSeller(slug);
  const view = useListView(orderList, search);
  const query = useInfiniteQuery(orderListQuery(slug, search));
  const { data, isSuccess } = query;
  const orders = data?.pages.flatMap((page) => page.orders) ?? [];
  const isTooShort = data?.pages[0]?.too_short === true;
  const [isComping, setComping] = useState(false);
  const mayComp = can("order.comp");
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list);
  const cellsOfRow = useCallback((order: OrderListRow) => cellsOf(order, slug, timezone), [slug, timezone]);
  return (
    <OfficePage
      title="Orders"
      actions={
        <>
          {can("export.rows") && <OrderDownload slug={slug} search={search} />}
          {mayComp && (
            <Button size="small" onClick={() => setComping(true)}>
              Give tickets away
            </Button>
          )}
        </>
      }
    >
      {isComping && <CompDialog slug={slug} onClose={() => setComping(false)} />}
      <OrderFilters slug={slug} search={search} />
      <ListViews slug={slug} screen="orders" search={search} />
      <LoadState query={query} skeleton="control" count={6} />
      {isSuccess && orders.length === 0 && <Empty search={search} isTooShort={isTooShort} />}
      {orders.length > 0 && (
        <ListTable
          view={view}
          label="Orders"
          order="newest first"
          rows={orders}
          keyOf={({ order_number }) => order_number}
          cellsOf={cellsOfRow}
          isBusy={query.isPlaceholderData}
          bodyRef={list}
          className={css.columns}
        />
      )}
      <ShowMore query={query}>{view.isUsualOrder ? "Show older orders" : "Show more orders"}</ShowMore>
    </OfficePage>
  );
}

const cellsOf = (order: OrderListRow, slug: string, timezone: string) => {
  const { order_number, purchaser, email, events, tickets, visit, total, refunded, due, currency, state, sold_at } =
    order;
  return {
    order_number: (
      <>
        <Link
          to="/$slug/orders/$number"
          params={{ slug, number: String(order_number) }}
          className={tableCss.open}
          data-row
        >
          {order_number}
        </Link>
        <span className={css.quiet}>{formatMoment(sold_at, timezone)}</span>
      </>
    ),
    purchaser: (
      <>
        <span>{purchaser || "No name"}</span>
        <span className={css.quiet}>{email}</span>
      </>
    ),
    events: (
      <>
        <span>{events.join(", ")}</span>
        <span className={css.quiet}>{count(tickets, "ticket")}</span>
      </>
    ),
    visit: visit ? formatVisit(visit) : <span className={css.quiet}>No date</span>,
    total: (
      <>
        <span>{formatMoney(total, currency)}</span>
        {due !== "0" && <span className={css.quiet}>{formatMoney(due, currency)} due</span>}
        {refunded !== "0" && <span className={css.quiet}>{formatMoney(refunded, currency)} back</span>}
      </>
    ),
    state: <OrderStateTag state={state} />,
    sold_at: formatMoment(sold_at, timezone),
    email,
    tickets,
    refunded: formatMoney(refunded, currency),
    due: formatMoney(due, currency),
  };
};

/** Why a list is empty, and what to do next. */
function Empty({ search, isTooShort }: { readonly search: OrderSearch; readonly isTooShort: boolean }) {
  const { q } = search;
  const isFiltered = hasFilter({ ...search, q: undefined });
  if (isTooShort) return <p className={tableCss.empty}>Too many orders match one letter. Type at least two.</p>;
  return (
    <p className={tableCss.empty}>
      {q === undefined && !isFiltered
        ? "Nobody has bought anything yet. Orders appear here as soon as they are paid."
        : `No order matches${q === undefined ? " these filters" : ` “${q}”${isFiltered ? " with these filters" : ""}`}.`}{" "}
      {(q !== undefined || isFiltered) && (
        <Link to="." search={viewOfList(search)}>
          Show all orders
        </Link>
      )}
    </p>
  );
}
