import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { readTillDay, TillClosing } from "@foyer/contract/office/money/tills.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { sumDecimals } from "@foyer/rules/values/money.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { count, formatMoment, formatMoney, todayOf } from "../../../shared/format/format.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../../shared/Page.tsx";
import { DayInput } from "../../../shared/fields/DayInput.tsx";
import { formatDay } from "../OfferList.tsx";
import { meansNames, tillDayQuery, type CounterSearch } from "../saleQueries.ts";
import css from "./Tills.module.css";

const route = "/signed-in/$slug/tills" as const;

/** The closing of a day: each till with its person, sales and refunds by means, and the totals. */
export function TillsScreen() {
  const { slug } = useParams({ from: route });
  const { timezone } = useOwnSeller(slug);
  const { day = todayOf(timezone) } = useSearch({ from: route }) as CounterSearch;
  const navigate = useNavigate({ from: "/$slug/tills" });
  const query = useQuery(tillDayQuery(slug, day));
  const { data } = query;
  return (
    <OfficePage
      title="Tills"
      lead={formatDay(day)}
      actions={
        <div className={css.onScreen}>
          <Button onClick={() => window.print()}>Print</Button>
        </div>
      }
    >
      <div className={`${css.day} ${css.onScreen}`}>
        <Field label="Day">
          <DayInput
            value={day}
            onChange={(chosen) => void navigate({ search: chosen === "" ? {} : { day: chosen }, replace: true })}
          />
        </Field>
      </div>
      <LoadState query={query} skeleton="control" count={4} />
      {data?.tills.length === 0 && <p className={css.empty}>No tills were closed on this day.</p>}
      {data && data.tills.length > 0 && <DayTotal data={data} />}
      {data?.is_cut && (
        <Banner tone="warning">Not all closed tills are shown. The totals cover only those shown.</Banner>
      )}
      {data?.tills.map((till) => (
        <TillCard key={till.id} till={till} currency={data.currency} timezone={timezone} />
      ))}
    </OfficePage>
  );
}

type Means = TillClosing["means"];

/** Sales and refunds of several tills, by means. */
const addMeans = (tills: readonly TillClosing[], currency: string): Means =>
  [
    ...Map.groupBy(
      tills.flatMap(({ means }) => means),
      ({ gateway_id }) => gateway_id,
    ),
  ].map(([gateway_id, rows]) => ({
    gateway_id,
    sales: rows.reduce((sum, { sales }) => sum + sales, 0),
    sold: sumDecimals(
      rows.map(({ sold }) => sold),
      currency,
    ),
    refunded: sumDecimals(
      rows.map(({ refunded }) => refunded),
      currency,
    ),
  }));

function DayTotal({ data: { tills, currency } }: { readonly data: StaffReply<typeof readTillDay> }) {
  const open = tills.filter(({ number }) => number === null).length;
  return (
    <Section title="All tills" lead={open === 0 ? undefined : `${count(open, "till is", "tills are")} not closed yet.`}>
      <MeansTable label="All tills by means" means={addMeans(tills, currency)} currency={currency} />
    </Section>
  );
}

type MeansTableProps = { readonly label: string; readonly means: Means; readonly currency: string };

function MeansTable({ label, means, currency }: MeansTableProps) {
  if (means.length === 0) return <p className={css.quiet}>Nothing was sold from it.</p>;
  const money = (amount: string) => formatMoney(amount, currency);
  return (
    <table className={css.means} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Means</th>
          <th scope="col">Payments</th>
          <th scope="col">Sold</th>
          <th scope="col">Refunded</th>
        </tr>
      </thead>
      <tbody>
        {means.map(({ gateway_id, sales, sold, refunded }) => (
          <tr key={gateway_id}>
            <th scope="row">{meansNames[gateway_id] ?? gateway_id}</th>
            <td>{sales}</td>
            <td>{money(sold)}</td>
            <td>{money(refunded)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{means.reduce((sum, { sales }) => sum + sales, 0)}</td>
          <td>
            {money(
              sumDecimals(
                means.map(({ sold }) => sold),
                currency,
              ),
            )}
          </td>
          <td>
            {money(
              sumDecimals(
                means.map(({ refunded }) => refunded),
                currency,
              ),
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

type TillCardProps = { readonly till: TillClosing; readonly currency: string; readonly timezone: string };

function TillCard({ till, currency, timezone }: TillCardProps) {
  const { number, person, opened_at, closed_at, means, reason, counted } = till;
  const title = number === null ? `${person}: ${counted === null ? "open" : "counted"}` : `${number} · ${person}`;
  const times = [formatMoment(opened_at, timezone), closed_at && formatMoment(closed_at, timezone)];
  return (
    <Section title={title} lead={times.filter(Boolean).join(" to ")}>
      <MeansTable label={`${person} by means`} means={means} currency={currency} />
      <CashSums till={till} currency={currency} />
      {reason !== null && <p className={css.quiet}>Difference: {reason}</p>}
    </Section>
  );
}

function CashSums({ till, currency }: { readonly till: TillClosing; readonly currency: string }) {
  const rows = [
    ["Float", till.float],
    ["Put in", till.put_in],
    ["Taken out", till.taken_out],
    ["Expected", till.expected],
    ["Counted", till.counted],
    ["Difference", till.difference],
  ] as const;
  return (
    <dl className={css.cash}>
      {rows.map(([name, amount]) =>
        amount === null ? null : (
          <div key={name} data-wrong={(name === "Difference" && amount !== "0") || undefined}>
            <dt>{name}</dt>
            <dd>{formatMoney(amount, currency)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
