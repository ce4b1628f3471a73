import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { defaultPayoutDays, type listUnpaid, type UnpaidRow } from "@foyer/contract/office/money/payouts.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { formatMoment, formatMoney } from "../../shared/format/format.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { Section } from "../../shared/Page.tsx";
import { unpaidQuery, type PayoutsSearch } from "./moneyQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import listCss from "../../shared/list/ListTable.module.css";
import css from "./Money.module.css";

const dayChoices = ["3", "7", "14", "30"] as const;
type Page = StaffReply<typeof listUnpaid>;

type UnpaidProps = {
  readonly slug: string;
  readonly timezone: string;
  /** Whether some payouts were started manually. */
  readonly hasManual: boolean;
  readonly days: string | undefined;
};

/** Captures and refunds that are not in any payout. */
export function Unpaid({ slug, timezone, hasManual, days }: UnpaidProps) {
  const navigate = useNavigate({ from: "/$slug/money/payouts" });
  const query = useInfiniteQuery(unpaidQuery(slug, { days }));
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  const rows = pages.flatMap(({ unpaid }) => unpaid);
  return (
    <Section title="In no payout" {...(first && { lead: leadOf(first, timezone) })}>
      {hasManual && (
        <Banner tone="info">
          Some payouts were started by hand. The provider does not name their rows, so their payments are listed here
          too.
        </Banner>
      )}
      <form className={listCss.filters} role="search" aria-label="Age" onSubmit={(event) => event.preventDefault()}>
        <Field label="Older than">
          <Select
            value={days ?? String(defaultPayoutDays)}
            options={dayChoices.map((choice) => ({ value: choice, label: `${choice} days` }))}
            onChange={({ target }) =>
              void navigate({ search: (old: PayoutsSearch) => ({ ...old, days: target.value }), replace: true })
            }
          />
        </Field>
      </form>
      <LoadState query={query} skeleton="control" count={2} />
      {first && (
        <>
          <ul className={recordCss.rows} aria-label="In no payout, the oldest first">
            {rows.map((row) => (
              <UnpaidLine key={`${row.kind} ${row.payment_id} ${row.at}`} row={row} slug={slug} timezone={timezone} />
            ))}
          </ul>
          <p className={recordCss.quiet} role="status">
            {stateOf(rows.length, pages.at(-1) ?? first, timezone)}
          </p>
          <ShowMore query={query}>Look at later payments</ShowMore>
        </>
      )}
    </Section>
  );
}

const leadOf = ({ compared_since }: Page, timezone: string): string =>
  compared_since === null
    ? "Nothing is compared yet."
    : `Captures and refunds since ${formatMoment(compared_since, timezone)} that are in no payout, the oldest first.`;

/** How far the list has been read, and whether it is empty because everything is in order. */
const stateOf = (count: number, { looked_until, compared_since }: Page, timezone: string): string => {
  if (compared_since === null) return "";
  if (looked_until !== null) return `Looked through until ${formatMoment(looked_until, timezone)}.`;
  return count === 0 ? "Everything older is in a payout." : "That is all.";
};

function UnpaidLine({ row, slug, timezone }: Pick<UnpaidProps, "slug" | "timezone"> & { readonly row: UnpaidRow }) {
  const { kind, payment_id, order_number, amount, currency, at, is_test } = row;
  return (
    <li className={css.row}>
      <div>
        <Link className={recordCss.strong} to="/$slug/money/payments/$payment" params={{ slug, payment: payment_id }}>
          {kind === "capture" ? "Captured" : "Refunded"}
        </Link>
        <span className={recordCss.quiet}>
          {order_number === null ? "No order" : `Order ${order_number}`} · {formatMoment(at, timezone)}
        </span>
      </div>
      <div className={recordCss.amount}>
        {is_test && <Tag tone="warning">Test</Tag>} {formatMoney(amount, currency)}
      </div>
    </li>
  );
}
