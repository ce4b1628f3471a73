import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import {
  payoutRowList,
  type Payout,
  type PayoutOutcome,
  type PayoutRow,
  type readPayout,
} from "@foyer/contract/office/money/payouts.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { count, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Fact, OfficePage, Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { useListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { payoutQuery, type PayoutSearch } from "./moneyQueries.ts";
import { payoutStatuses } from "./PayoutsScreen.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

const route = "/signed-in/$slug/money/payouts/$gateway/$ref" as const;

const outcomes = {
  matched: "matched",
  converted: "in another currency",
  other_amount: "different amount here",
  missing_here: "missing here",
  of_provider: "the provider's own",
} as const satisfies Record<PayoutOutcome, string>;

const kinds = {
  capture: "Capture",
  refund: "Refund",
  refund_failed: "Returned refund",
  dispute: "Dispute",
  fee: "Fee",
  other: "Adjustment",
} as const satisfies Record<PayoutRow["kind"], string>;

/** A payout, with each of its rows compared to our records. */
export function PayoutScreen() {
  const { slug, gateway, ref } = useParams({ from: route });
  const search = useSearch({ from: route }) as PayoutSearch;
  const { only, columns } = search;
  const view = useListView(payoutRowList, { columns });
  const { timezone } = useOwnSeller(slug);
  const query = useInfiniteQuery(payoutQuery(slug, { gateway_id: gateway, ref, only }));
  const { data } = query;
  const [first] = data?.pages ?? [];
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <OfficePage
      title="Payout"
      actions={
        <Link className={recordCss.link} to="/$slug/money/payouts" params={{ slug }}>
          All payouts
        </Link>
      }
    >
      <LoadState query={query} skeleton="control" count={5} />
      {first && (
        <>
          <Facts payout={first.payout} timezone={timezone} />
          {first.payout.rows === "all" || first.payout.rows === "reading" ? (
            <Section title="Rows">
              <Outcomes of={first} slug={slug} only={only} />
              <ListTable
                view={view}
                label="Rows of the payout"
                order="beside ours"
                rows={rows}
                keyOf={(row) => row.ref}
                cellsOf={(row) => cellsOf(row, slug, timezone)}
                className={css.payoutRows}
              />
              <ShowMore query={query}>Show more rows</ShowMore>
            </Section>
          ) : null}
        </>
      )}
    </OfficePage>
  );
}

function Facts({ payout, timezone }: { readonly payout: Payout; readonly timezone: string }) {
  const { amount, currency, fees, status, is_automatic, created_on, arrives_on, ref, url, rows, difference } = payout;
  return (
    <Section title="State">
      <dl className={recordCss.facts}>
        <Fact name="Amount">{formatMoney(amount, currency)}</Fact>
        {rows === "all" && <Fact name="Fees">{formatMoney(fees, currency)}</Fact>}
        <Fact name="State">
          {payoutStatuses[status]} {payout.is_test && <Tag tone="warning">Test</Tag>}
        </Fact>
        <Fact name="At the bank">{arrives_on}</Fact>
        <Fact name="Created">{formatMoment(created_on, timezone)}</Fact>
        <Fact name="At the provider">
          {url === null ? (
            ref
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {ref}
            </a>
          )}
        </Fact>
      </dl>
      <SumBanner rows={rows} difference={difference} currency={currency} isAutomatic={is_automatic} />
    </Section>
  );
}

type SumProps = Pick<Payout, "rows" | "difference" | "currency"> & { readonly isAutomatic: boolean };

/** Whether its rows add up to it, or why that is unknown. */
function SumBanner({ rows, difference, currency, isAutomatic }: SumProps) {
  if (rows === "never")
    return (
      <Banner tone="info">
        {isAutomatic
          ? "The provider does not list the rows of this payout."
          : "This payout was started by hand. The provider does not list its rows, so nothing can be compared."}
      </Banner>
    );
  if (rows === "later") return <Banner tone="info">The provider has not listed the rows of this payout yet.</Banner>;
  if (rows === "reading" || difference === null)
    return <Banner tone="info">The rows of this payout are being read.</Banner>;
  if (difference === "0") return <Banner tone="success">The rows add up to the amount of the payout.</Banner>;
  return (
    <Banner tone="error">
      The rows add up to {formatMoney(difference, currency)} more than the amount of the payout. Ask the provider.
    </Banner>
  );
}

type OutcomesProps = {
  readonly of: StaffReply<typeof readPayout>;
  readonly slug: string;
  readonly only: PayoutOutcome | undefined;
};

/** The numbers of rows that match and that do not; each links to its rows. */
function Outcomes({ of: { outcomes: counted, payout }, slug, only }: OutcomesProps) {
  const { gateway_id, ref, currency } = payout;
  return (
    <dl className={recordCss.facts}>
      {counted.map(({ outcome, count: rows, amount }) => (
        <Fact key={outcome} name={outcomes[outcome]}>
          <Link
            to="/$slug/money/payouts/$gateway/$ref"
            params={{ slug, gateway: gateway_id, ref }}
            search={(old: PayoutSearch) => ({ ...old, only: only === outcome ? undefined : outcome })}
            replace
          >
            {only === outcome ? "Show all rows" : count(rows, "row")}
          </Link>
          <span className={recordCss.quiet}>{formatMoney(amount, currency)} after fees</span>
        </Fact>
      ))}
    </dl>
  );
}

const cellsOf = (row: PayoutRow, slug: string, timezone: string) => {
  const { kind, outcome, payment_id, order_number, at, ours, ours_currency, fee, amount, currency, ref } = row;
  const isOdd = outcome === "missing_here" || outcome === "other_amount";
  return {
    kind: (
      <>
        {payment_id === null ? (
          kinds[kind]
        ) : (
          <Link to="/$slug/money/payments/$payment" params={{ slug, payment: payment_id }}>
            {kinds[kind]}
            {order_number !== null && `, order ${order_number}`}
          </Link>
        )}
        <span className={recordCss.quiet}>
          {formatMoment(at, timezone)} · {ref}
        </span>
      </>
    ),
    outcome: isOdd ? <Tag tone="danger">{outcomes[outcome]}</Tag> : outcomes[outcome],
    ours: ours === null ? "" : formatMoney(ours, ours_currency ?? currency),
    fee: fee === "0" ? "" : formatMoney(fee, currency),
    amount: formatMoney(amount, currency),
  };
};
