import { useRef, useState } from "react";
import { countTill } from "@foyer/contract/office/money/tills.ts";
import { sumOfCounts } from "@foyer/rules/sale/denominations.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../../shared/call.ts";
import { AskBeforeLeaving } from "../../../shared/dialog/Dialog.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { formatMoney } from "../../../shared/format/format.ts";
import { Section } from "../../../shared/Page.tsx";
import { refreshTill } from "../saleQueries.ts";
import css from "./Till.module.css";

type CountFormProps = {
  readonly slug: string;
  readonly currency: string;
  readonly denominations: readonly string[];
  readonly title: string;
  /** Called after the count, or when it is cancelled. */
  readonly onEnd: () => void;
};

/** Asks how many of each coin and note are in the till. The expected amount is not shown. */
export function CountForm({ slug, currency, denominations, title, onEnd }: CountFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({});
  const rows = denominations.map((value) => ({
    value,
    minor: fromDecimal(value, currency) ?? 0,
    count: Number(counts[value] ?? "") || 0,
  }));
  const sum = toDecimal(sumOfCounts(rows.map(({ minor, count }) => ({ value: minor, count }))), currency);
  const { run, isBusy, failure } = useAction(async () => {
    const counted = rows.flatMap(({ value, count }) => (count > 0 ? [{ value, count }] : []));
    await callOffice(countTill, { counts: counted }, slug);
    await refreshTill(slug);
    onEnd();
  });
  return (
    <Section title={title}>
      <AskBeforeLeaving of={form} />
      <form
        ref={form}
        className={css.count}
        aria-label="Count"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <p className={css.quiet}>After the count, you can no longer sell from this till.</p>
        <ul className={css.coins}>
          {rows.map(({ value, minor, count }) => (
            <li key={value}>
              <label htmlFor={`coin ${value}`}>{formatMoney(value, currency)}</label>
              <input
                id={`coin ${value}`}
                inputMode="numeric"
                autoComplete="off"
                placeholder="0"
                value={counts[value] ?? ""}
                onChange={({ target }) =>
                  setCounts((old) => ({ ...old, [value]: target.value.replaceAll(/\D/g, "").slice(0, 5) }))
                }
              />
              <span className={css.amount}>
                {count > 0 ? formatMoney(toDecimal(minor * count, currency), currency) : ""}
              </span>
            </li>
          ))}
        </ul>
        <p className={css.sum} aria-live="polite">
          <span>Counted</span> <strong>{formatMoney(sum, currency)}</strong>
        </p>
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <div className={css.actions}>
          <Button onClick={onEnd}>Back</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            There is {formatMoney(sum, currency)} in it
          </Button>
        </div>
      </form>
    </Section>
  );
}
