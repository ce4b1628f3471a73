import { useEffect, useRef, useState, type RefObject } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { GiftCardListRow } from "@foyer/contract/office/money/giftCards.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { formatLastDay, formatMoment, formatMoney } from "../../shared/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { SearchField } from "../../shared/list/SearchField.tsx";
import { ListViews } from "../../shared/list/ListViews.tsx";
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

/** Gift cards, the newest first. Search and filters stand in the address; a whole number leads to its card instead. */
export function GiftCardsScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as GiftCardSearch;
  const { timezone, can } = useOwnSeller(slug);
  const query = useInfiniteQuery(giftCardListQuery(slug, search));
  const { data, isSuccess } = query;
  const cards = data?.pages.flatMap((page) => page.cards) ?? [];
  const mayIssue = can("gift_card.issue");
  const [isIssuing, setIssuing] = useState(false);
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list);
  useOpenExact(slug, data?.pages[0]?.exact ?? null);
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
      {cards.length > 0 && <CardTable cards={cards} slug={slug} timezone={timezone} bodyRef={list} />}
      <ShowMore query={query}>Show older cards</ShowMore>
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

type CardTableProps = {
  readonly cards: readonly GiftCardListRow[];
  readonly slug: string;
  readonly timezone: string;
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
};

function CardTable({ cards, slug, timezone, bodyRef }: CardTableProps) {
  return (
    <div className={tableCss.frame}>
      <table className={`${tableCss.table} ${css.columns}`} aria-label="Gift cards, newest first">
        <thead>
          <tr>
            <th scope="col">Card</th>
            <th scope="col">For</th>
            <th scope="col">Came by</th>
            <th scope="col" data-number>
              Balance
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          {cards.map((card) => (
            <Row key={card.id} card={card} slug={slug} timezone={timezone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { readonly card: GiftCardListRow; readonly slug: string; readonly timezone: string };

function Row({ card, slug, timezone }: RowProps) {
  const { id, ending, recipient, origin, order_number, balance, issued, currency, state, valid_to, created_at } = card;
  return (
    <tr>
      <td>
        <Link to="/$slug/gift-cards/$id" params={{ slug, id }} className={tableCss.open} data-row>
          ····{ending}
        </Link>
        <span className={recordCss.quiet}>{formatMoment(created_at, timezone)}</span>
      </td>
      <td>{recipient ?? <span className={recordCss.quiet}>Nobody named</span>}</td>
      <td>
        <span>{originNames[origin]}</span>
        {order_number !== null && <span className={recordCss.quiet}>Order {order_number}</span>}
      </td>
      <td data-number>
        <span>{formatMoney(balance, currency)}</span>
        {issued !== balance && <span className={recordCss.quiet}>of {formatMoney(issued, currency)}</span>}
      </td>
      <td>
        <GiftCardStateTag state={state} />
        {valid_to !== null && <span className={recordCss.quiet}>until {formatLastDay(valid_to, timezone)}</span>}
      </td>
    </tr>
  );
}

function Empty({ search, isTooShort }: { readonly search: GiftCardSearch; readonly isTooShort: boolean }) {
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  if (isTooShort) return <p className={tableCss.empty}>Too many cards match one letter. Type at least two.</p>;
  return (
    <p className={tableCss.empty}>
      {isFiltered
        ? "No gift card matches."
        : "There are no gift cards yet. They appear here when they are sold or issued."}{" "}
      {isFiltered && (
        <Link to="." search={{}}>
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
    <form className={tableCss.filters} role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
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
            { value: "review", label: "To look at" },
          ]}
        />
      </Field>
      <Field label="Came by">
        <Select
          value={search.origin ?? ""}
          onChange={({ target }) => set("origin", target.value)}
          placeholder="All"
          options={(["sold", "refund", "issued"] as const).map((value) => ({ value, label: originNames[value] }))}
        />
      </Field>
      {Object.values(search).some((value) => value !== undefined) && (
        <Link to="." search={{}} className={tableCss.clear}>
          Clear
        </Link>
      )}
    </form>
  );
}
