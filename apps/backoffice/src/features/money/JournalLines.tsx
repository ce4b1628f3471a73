import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { journalLineList, type JournalLineRow } from "@foyer/contract/office/money/journal.ts";
import { formatClock, formatMoney } from "../../shared/format/format.ts";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { useListView } from "../../shared/list/useListView.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { journalLinesQuery, type JournalSearch } from "./moneyQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./JournalLines.module.css";

const causes = {
  order: "Order",
  capture: "Payment",
  refund: "Refund",
  refund_failed: "Failed refund",
  refund_to_card: "Failed refund repaid another way",
  change: "Change",
  cancelled: "Tickets ended",
  dispute: "Dispute",
  card_issued: "Gift card given",
  card_adjusted: "Gift card changed",
  till_opened: "Till opened",
  till_moved: "Cash put in or taken out",
  till_closed: "Till closed",
} as const;

type JournalLinesProps = {
  readonly slug: string;
  readonly day: string;
  readonly search: JournalSearch;
  readonly currency: string;
  readonly timezone: string;
};

/** The journal lines of a day, of one account or of all accounts. */
export function JournalLines({ slug, day, search, currency, timezone }: JournalLinesProps) {
  const view = useListView(journalLineList, search);
  const query = useInfiniteQuery(journalLinesQuery(slug, day, search));
  const { data } = query;
  if (!data) return <LoadState query={query} skeleton="control" count={3} />;
  const lines = data.pages.flatMap((page) => page.lines).map((line, nth) => ({ ...line, nth }));
  return (
    <>
      <ListTable
        view={view}
        label={`Lines on ${day}${search.account === undefined ? "" : ` of ${search.account}`}`}
        order="in their order"
        rows={lines}
        keyOf={({ cause_id, nth }) => `${cause_id} ${nth}`}
        cellsOf={(line) => ({
          at: formatClock(line.at, timezone),
          cause: <Cause line={line} slug={slug} />,
          credit: line.credit,
          debit: line.debit,
          amount: formatMoney(line.amount, currency),
        })}
        isBusy={query.isPlaceholderData}
        className={css.columns}
      />
      <LoadState query={query} />
      <ShowMore query={query}>Show more lines</ShowMore>
    </>
  );
}

function Cause({ line, slug }: { readonly line: JournalLineRow; readonly slug: string }) {
  const { cause, order_number, payment_id, about, tickets } = line;
  return (
    <>
      {order_number !== null ? (
        <Link to="/$slug/orders/$number" params={{ slug, number: String(order_number) }}>
          {causes[cause]} {order_number}
        </Link>
      ) : payment_id !== null ? (
        <Link to="/$slug/money/payments/$payment" params={{ slug, payment: payment_id }}>
          {causes[cause]}
        </Link>
      ) : (
        causes[cause]
      )}
      {about !== null && (
        <span className={recordCss.quiet}>
          {tickets === 0 ? "" : `${tickets} × `}
          {about}
        </span>
      )}
    </>
  );
}
