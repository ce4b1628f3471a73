import type { ReactNode } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { payoutList, type listPayouts, type Payout } from "@foyer/contract/office/money/payouts.ts";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatAgo, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { useListView, type ListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { payoutsQuery, type PayoutsSearch } from "./moneyQueries.ts";
import { Unpaid } from "./Unpaid.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

const route = "/signed-in/$slug/money/payouts" as const;
type Payouts = StaffReply<typeof listPayouts>;

export const payoutStatuses = {
  pending: "pending",
  in_transit: "on its way",
  paid: "paid",
  failed: "failed",
  canceled: "cancelled",
} as const;

/** The providers' payouts to the bank, and money that is not in any payout. */
export function PayoutsScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as PayoutsSearch;
  const { timezone } = useOwnSeller(slug);
  const view = useListView(payoutList, search);
  const query = useInfiniteQuery(payoutsQuery(slug, search));
  const [first] = query.data?.pages ?? [];
  const payouts = query.data?.pages.flatMap((page) => page.payouts) ?? [];
  return (
    <OfficePage
      title="Payouts"
      actions={
        <Link className={recordCss.link} to="/$slug/money" params={{ slug }}>
          All money that needs attention
        </Link>
      }
    >
      <LoadState query={query} skeleton="control" count={5} />
      {first && (
        <>
          <PayoutTable lead={leadOf(first)} {...{ payouts, slug, timezone, view }} isBusy={query.isPlaceholderData}>
            <ShowMore query={query}>{view.isUsualOrder ? "Show older payouts" : "Show more payouts"}</ShowMore>
          </PayoutTable>
          <Unpaid hasManual={first.has_manual} slug={slug} timezone={timezone} days={search.days} />
        </>
      )}
    </OfficePage>
  );
}

const leadOf = ({ checked_at }: Payouts): string =>
  checked_at === null
    ? "Payouts have not been read yet. They are read within an hour of the first payment."
    : `Payouts are read every hour, last ${formatAgo(checked_at)}.`;

type PayoutTableProps = {
  readonly lead: string;
  readonly payouts: readonly Payout[];
  readonly slug: string;
  readonly timezone: string;
  readonly view: ListView<typeof payoutList>;
  readonly isBusy: boolean;
  /** The button that reads the next page. */
  readonly children: ReactNode;
};

function PayoutTable({ lead, payouts, slug, timezone, view, isBusy, children }: PayoutTableProps) {
  return (
    <Section title="Paid out" lead={lead}>
      {payouts.length === 0 && <p className={recordCss.quiet}>No payouts yet.</p>}
      {payouts.length > 0 && (
        <ListTable
          view={view}
          label="Payouts"
          order="the newest first"
          rows={payouts}
          keyOf={({ gateway_id, ref }) => `${gateway_id} ${ref}`}
          cellsOf={(payout) => cellsOf(payout, slug, timezone)}
          isBusy={isBusy}
          className={css.payouts}
        />
      )}
      {children}
    </Section>
  );
}

const rowsOf = ({ rows, count }: Payout): string =>
  ({ later: "not listed yet", reading: "being read", never: "not listed", all: String(count) })[rows];

const cellsOf = (payout: Payout, slug: string, timezone: string) => {
  const { gateway_id, ref, arrives_on, created_on, status, is_automatic, is_test } = payout;
  const { fees, amount, currency, difference } = payout;
  return {
    arrives_on: (
      <Link to="/$slug/money/payouts/$gateway/$ref" params={{ slug, gateway: gateway_id, ref }}>
        {arrives_on}
      </Link>
    ),
    created_on: formatMoment(created_on, timezone),
    status: (
      <>
        {status === "failed" ? <Tag tone="danger">{payoutStatuses[status]}</Tag> : payoutStatuses[status]}
        {is_test && (
          <>
            {" "}
            <Tag tone="warning">Test</Tag>
          </>
        )}
        {!is_automatic && <span className={recordCss.quiet}>started by hand</span>}
        {difference !== null && difference !== "0" && (
          <span className={recordCss.quiet}>
            <Tag tone="danger">rows differ</Tag>
          </span>
        )}
      </>
    ),
    rows: rowsOf(payout),
    fees: payout.rows === "all" ? formatMoney(fees, currency) : "",
    amount: formatMoney(amount, currency),
  };
};
