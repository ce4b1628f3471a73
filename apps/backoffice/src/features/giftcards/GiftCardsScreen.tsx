import { useCallback, useEffect, useRef, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { giftCardList, type GiftCardListRow } from "@foyer/contract/office/money/giftCards.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { formatLastDay, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { SearchField } from "../../shared/list/SearchField.tsx";
import { ListViews } from "../../shared/list/ListViews.tsx";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { hasFilter, viewOfList } from "../../shared/list/listSearch.ts";
import { FilterForm } from "../../shared/list/FilterForm.tsx";
import { useListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { useListKeys } from "../../shared/list/useListKeys.ts";
import { Batches } from "./Batches.tsx";
import { GiftCardStateTag } from "./GiftCardStateTag.tsx";
import { giftCardListQuery, originNames, type GiftCardSearch } from "./giftCardQueries.ts";
import { IssueDialog } from "./IssueDialog.tsx";
import tableCss from "../../shared/list/ListTable.module.css";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./GiftCards.module.css";

const route = "/signed-in/$slug/gift-cards" as const;

/** Gift cards, newest first. Search, filters, sort and columns are in the address; a full number opens its card instead. */
export function GiftCardsScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as GiftCardSearch;
  const { timezone, can } = useOwnSeller(slug);
  const view = useListView(giftCardList, search);
  const query = useInfiniteQuery(giftCardListQuery(slug, search));
  const { data, isSuccess } = query;
  const cards = data?.pages.flatMap((page) => page.cards) ?? [];
  const mayIssue = can("gift_card.issue");
  const [isIssuing, setIssuing] = useState(false);
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list);
  useOpenExact(slug, data?.pages[0]?.exact ?? null);
  const cellsOfRow = useCallback((card: GiftCardListRow) => cellsOf(card, slug, timezone), [slug, timezone]);
  return (
    <OfficePage
      title="Gift cards"
      actions={
        mayIssue &&
        data && (
          <>
            <Link className={recordCss.link} to="/$slug/gift-cards/import" params={{ slug }}>
              Import cards
            </Link>
            <Button size="small" onClick={() => setIssuing(true)}>
              Issue cards
            </Button>
          </>
        )
      }
    >
      {isIssuing && data?.pages[0] && (
        <IssueDialog slug={slug} currency={data.pages[0].currency} onClose={() => setIssuing(false)} />
      )}
      <Filters search={search} />
      <ListViews slug={slug} screen="gift_cards" search={search} />
      <LoadState query={query} skeleton="control" count={6} />
      {isSuccess && cards.length === 0 && <Empty search={search} isTooShort={data.pages[0]?.too_short === true} />}
      {cards.length > 0 && (
        <ListTable
          view={view}
          label="Gift cards"
          order="newest first"
          rows={cards}
          keyOf={({ id }) => id}
          cellsOf={cellsOfRow}
          isBusy={query.isPlaceholderData}
          bodyRef={list}
          className={css.columns}
        />
      )}
      <ShowMore query={query}>{view.isUsualOrder ? "Show older cards" : "Show more cards"}</ShowMore>
      {mayIssue && <Batches slug={slug} timezone={timezone} />}
    </OfficePage>
  );
}

/** Replaces the address, so that the number does not stay in the browser's history. */
const useOpenExact = (slug: string, exact: string | null): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (exact !== null) void navigate({ to: "/$slug/gift-cards/$id", params: { slug, id: exact }, replace: true });
  }, [navigate, slug, exact]);
};

const cellsOf = (card: GiftCardListRow, slug: string, timezone: string) => {
  const { id, ending, recipient, origin, order_number, balance, issued, currency, state, valid_to, created_at } = card;
  return {
    ending: (
      <Link to="/$slug/gift-cards/$id" params={{ slug, id }} className={tableCss.open} data-row>
        ····{ending}
      </Link>
    ),
    recipient: recipient ?? <span className={recordCss.quiet}>Nobody named</span>,
    origin: (
      <>
        <span>{originNames[origin]}</span>
        {order_number !== null && <span className={recordCss.quiet}>Order {order_number}</span>}
      </>
    ),
    balance: (
      <>
        <span>{formatMoney(balance, currency)}</span>
        {issued !== balance && <span className={recordCss.quiet}>of {formatMoney(issued, currency)}</span>}
      </>
    ),
    state: <GiftCardStateTag state={state} />,
    created_at: formatMoment(created_at, timezone),
    valid_to: valid_to === null ? <span className={recordCss.quiet}>No end</span> : formatLastDay(valid_to, timezone),
    issued: formatMoney(issued, currency),
    order_number,
  };
};

function Empty({ search, isTooShort }: { readonly search: GiftCardSearch; readonly isTooShort: boolean }) {
  const isFiltered = hasFilter(search);
  if (isTooShort) return <p className={tableCss.empty}>Too many cards match one letter. Type at least two.</p>;
  return (
    <p className={tableCss.empty}>
      {isFiltered
        ? "No gift card matches."
        : "There are no gift cards yet. They appear here when they are sold or issued."}{" "}
      {isFiltered && (
        <Link to="." search={viewOfList(search)}>
          Show all gift cards
        </Link>
      )}
    </p>
  );
}

function Filters({ search }: { readonly search: GiftCardSearch }) {
  const navigate = useNavigate({ from: "/$slug/gift-cards" });
  const set = (name: string, value: string): void =>
    void navigate({ search: (old: GiftCardSearch) => ({ ...old, [name]: value || undefined }), replace: true });
  return (
    <FilterForm search={search}>
      <SearchField
        value={search.q ?? ""}
        placeholder="Number, last four, order, buyer, recipient"
        onSearch={(q) => set("q", q)}
      />
      <Field label="State">
        <Select
          value={search.state ?? ""}
          onChange={({ target }) => set("state", target.value)}
          placeholder="All"
          options={[
            { value: "active", label: "Active" },
            { value: "expired", label: "Expired" },
            { value: "inactive", label: "Out of use" },
            { value: "review", label: "Needs attention" },
          ]}
        />
      </Field>
      <Field label="Origin">
        <Select
          value={search.origin ?? ""}
          onChange={({ target }) => set("origin", target.value)}
          placeholder="All"
          options={(["sold", "refund", "issued"] as const).map((value) => ({ value, label: originNames[value] }))}
        />
      </Field>
    </FilterForm>
  );
}
