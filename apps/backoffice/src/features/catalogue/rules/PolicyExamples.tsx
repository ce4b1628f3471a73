import { useState } from "react";
import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import {
  policyExamples,
  sampleDaysAhead,
  type PolicyExamples,
  type SampleOrder,
} from "@foyer/rules/aftersale/policyExamples.ts";
import type { ChangeAmounts } from "@foyer/rules/aftersale/quoteChange.ts";
import { addDays, instantOf, todayAt } from "@foyer/rules/dates/localTime.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { formatMoment, formatMoney } from "../../../shared/format/format.ts";
import css from "./Rules.module.css";

type ExamplesProps = {
  /** Undefined while a field is invalid. */
  readonly policy: ChangePolicy | undefined;
  readonly currency: string;
  /** The step to which percentages are rounded. */
  readonly step: number;
  readonly timezone: string;
};

type Sample = Pick<SampleOrder, "currency" | "step" | "zone"> & {
  readonly now: Temporal.Instant;
  readonly daysAhead: number;
};

/** An example order for a session some days ahead, in the venue's time zone. */
const sampleOrder = ({ now, currency, step, zone, daysAhead }: Sample): SampleOrder => ({
  tickets: 2,
  price: fromDecimal("20", currency) ?? 0,
  dearer: fromDecimal("25", currency) ?? 0,
  start: instantOf(addDays(todayAt(now, zone), daysAhead), "14:00", zone),
  zone,
  currency,
  step,
});

/** The result of the rules for an example order, computed with the same code as for real ones. */
export function PolicyExamplesList({ policy, currency, step, timezone }: ExamplesProps) {
  const [now] = useState(() => Temporal.Now.instant());
  const daysAhead = policy ? sampleDaysAhead(policy) : 14;
  const order = sampleOrder({ now, currency, step, zone: timezone, daysAhead });
  const money = (amount: number): string => formatMoney(toDecimal(amount, currency), currency);
  return (
    <section className={css.examples} aria-label="Examples">
      <h2 className={css.heading}>Examples</h2>
      <p className={css.quiet}>
        Two tickets at {money(order.price)}, paid by card, for {formatMoment(order.start, timezone)}.
      </p>
      {policy ? (
        <ul className={css.sentences}>
          {sentencesOf(policyExamples(policy, order, now), { money, timezone, dearer: order.dearer }).map(
            (sentence) => (
              <li key={sentence}>{sentence}</li>
            ),
          )}
        </ul>
      ) : (
        <p className={css.quiet}>The examples appear once every field is valid.</p>
      )}
      <p className={css.quiet}>An order keeps the rules under which it was bought. Changes apply to later orders.</p>
    </section>
  );
}

type Words = { readonly money: (amount: number) => string; readonly timezone: string; readonly dearer: number };

const sentencesOf = (examples: PolicyExamples, words: Words): readonly string[] => {
  const { guest, member, cancelled, moved } = examples;
  if (member.actions.length === 0)
    return [
      "Buyers cannot change the order online. The page says how to contact the venue. Staff can still change it.",
    ];
  return [
    guest.actions.length === 0
      ? "Members change it after they log in. Guests contact the venue."
      : "Members, and anybody with the order’s link, can change it online.",
    ...(member.until
      ? [`Until ${formatMoment(member.until, words.timezone)}. After that, the page says that it is too late.`]
      : []),
    ...(cancelled.length === 0
      ? ["The tickets cannot be cancelled online."]
      : cancelled.map((one) => ofCancelled(one, words))),
    ...(moved
      ? [ofMoved(moved.same, "the same price", words), ofMoved(moved.dearer, words.money(words.dearer), words)]
      : ["The tickets cannot be moved online."]),
  ];
};

const ofCancelled = ({ fee, refund, gift_card, bonus }: ChangeAmounts, { money }: Words): string => {
  const kept = fee > 0 ? `${money(fee)} is kept, ` : "nothing is kept, ";
  if (gift_card > 0)
    return `Cancelled for a gift card: ${kept}the card is worth ${money(gift_card)}${bonus > 0 ? `, ${money(bonus)} of it as a bonus` : ""}.`;
  return `Cancelled: ${kept}${refund > 0 ? `${money(refund)} goes back to the card` : "nothing goes back"}.`;
};

const ofMoved = ({ fee, due }: ChangeAmounts, price: string, { money }: Words): string =>
  `Moved to a session at ${price}: ${fee > 0 ? `${money(fee)} is kept` : "nothing is kept"}, ${due > 0 ? `${money(due)} is to be paid` : "nothing is to be paid"}.`;
