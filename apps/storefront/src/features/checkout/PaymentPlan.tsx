import type { Day, Instant } from "@foyer/contract/basics.ts";
import type { Cart } from "@foyer/contract/cart.ts";
import { todayAt } from "@foyer/rules/days.ts";
import { exponentOf, toWire } from "@foyer/rules/money.ts";
import type { PartChoice } from "@foyer/rules/partPayment.ts";
import { Field } from "@foyer/ui/Field.tsx";
import { Section } from "@foyer/ui/Layout.tsx";
import { MoneyInput } from "@foyer/ui/MoneyInput.tsx";
import { RadioGroup } from "@foyer/ui/RadioGroup.tsx";
import { Tag } from "@foyer/ui/Tag.tsx";
import { currencySign } from "../../shared/currencySign.ts";
import { Price, useMoney, useSeller, useText } from "../../shared/seller.tsx";
import { useWhen } from "../../shared/when.ts";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import type { AmountForm } from "./useAmount.ts";

export type PaymentPlanProps = { readonly cart: Cart; readonly amount: AmountForm };

/** A cart that is paid in parts: what is due when, what is paid, and how much of it is paid now. */
export function PaymentPlan({ cart, amount }: PaymentPlanProps) {
  const t = useText(checkoutStrings);
  const money = useMoney();
  const wire = (minor: number): string => money(toWire(minor, cart.currency));
  const labels: Record<PartChoice, string> = {
    due: t("plan.due"),
    outstanding: t("plan.outstanding"),
    other: t("plan.other"),
  };
  const hintOf = (choice: PartChoice): string =>
    choice === "other"
      ? t(amount.due > 0 ? "plan.other.hint" : "plan.up_to", {
          least: wire(amount.due),
          most: wire(amount.outstanding),
        })
      : wire(amount[choice]);
  const isSingle = amount.choices.length === 1;
  return (
    <Section heading={t("plan.title")} headingId="checkout-plan">
      <div className={css.content}>
        <Parts cart={cart} />
        {isSingle ? (
          <p className={css.owedLine}>
            <span>{labels.outstanding}</span>
            <strong>{wire(amount.outstanding)}</strong>
          </p>
        ) : (
          <RadioGroup
            legend={t("plan.question")}
            name="payment_part"
            value={amount.choice}
            options={amount.choices.map((choice) => ({ value: choice, label: labels[choice], hint: hintOf(choice) }))}
            onChange={(value) => amount.choose(value as PartChoice)}
          />
        )}
        {amount.choice === "other" && <Other amount={amount} wire={wire} />}
      </div>
    </Section>
  );
}

function Other({ amount, wire }: { readonly amount: AmountForm; readonly wire: (minor: number) => string }) {
  const t = useText(checkoutStrings);
  const { default_currency_code: currency, locale } = useSeller();
  const { other, due, least, outstanding } = amount;
  const said =
    other.moved === "least"
      ? t("plan.least", { amount: wire(least) })
      : other.moved === "most"
        ? t("plan.most", { amount: wire(outstanding) })
        : t(due > 0 ? "plan.between" : "plan.up_to", { least: wire(due), most: wire(outstanding) });
  return (
    <div className={css.amount}>
      <Field label={t("plan.amount")} hint={<span aria-live="polite">{said}</span>} required>
        <MoneyInput
          name="other_amount"
          value={other.text}
          onChange={amount.type}
          onBlur={amount.leave}
          decimals={exponentOf(currency)}
          {...currencySign(locale, currency)}
        />
      </Field>
    </div>
  );
}

const dayOf = (moment: Instant, zone: string): Day =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();

/** What is still to come or late, and what has been paid. */
function Parts({ cart }: { readonly cart: Cart }) {
  const t = useText(checkoutStrings);
  const when = useWhen();
  const { timezone } = useSeller();
  const today = todayAt(Temporal.Now.instant(), timezone);
  return (
    <ul role="list" className={css.parts} aria-label={t("plan.parts")}>
      {cart.completed_payments.map(({ id, occurred_date, amount }) => (
        <li key={id}>
          <span>{when.cartDay(dayOf(occurred_date, timezone))}</span>
          <Tag tone="success">{t("plan.paid")}</Tag>
          <Price amount={amount} />
        </li>
      ))}
      {cart.scheduled_payments.map(({ id, due_date, amount, status }) => (
        <li key={id}>
          <span>{when.cartDay(due_date)}</span>
          {status === "Upcoming" ? (
            <Tag>{t("plan.upcoming")}</Tag>
          ) : // Nobody is late on the day itself.
          due_date === today ? (
            <Tag tone="brand">{t("plan.due_today")}</Tag>
          ) : (
            <Tag tone="warning">{t("plan.overdue")}</Tag>
          )}
          <Price amount={amount} />
        </li>
      ))}
    </ul>
  );
}
