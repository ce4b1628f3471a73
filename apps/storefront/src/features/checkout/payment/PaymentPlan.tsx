import { Fragment } from "react";
import type { Day, Instant } from "@foyer/contract/basics.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { formatTypedAmount, showAmount } from "@foyer/rules/forms/typedAmount.ts";
import type { PaymentAmountChoice } from "@foyer/rules/checkout/plan/partialPayment.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { MoneyInput } from "@foyer/ui/form/MoneyInput.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { currencySign } from "../../../shared/format/currencySign.ts";
import { Price, useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import checkoutCss from "../Checkout.module.css";
import css from "./Payment.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import type { AmountForm } from "./usePaymentAmount.ts";

export type PaymentPlanProps = { readonly cart: Cart; readonly amount: AmountForm };

/** A cart that is paid in installments: the due dates, the payments made, and how much to pay now. */
export function PaymentPlan({ cart, amount }: PaymentPlanProps) {
  const t = useText(checkoutStrings);
  const money = useMoney();
  const formatMinor = (minor: number): string => money(toDecimal(minor, cart.currency));
  const labels: Record<PaymentAmountChoice, string> = {
    due: t("plan.due"),
    next: t("plan.next"),
    outstanding: t("plan.outstanding"),
    other: t("plan.other"),
  };
  const hintOf = (choice: PaymentAmountChoice): string =>
    choice === "other"
      ? t(amount.due > 0 ? "plan.other.hint" : "plan.up_to", {
          least: formatMinor(amount.due),
          most: formatMinor(amount.outstanding),
        })
      : formatMinor(amount[choice]);
  const isSingle = amount.choices.length === 1;
  return (
    <PageSection heading={t("plan.title")} headingId="checkout-plan">
      <div className={checkoutCss.content}>
        <PartList cart={cart} />
        {isSingle ? (
          <p className={css.outstanding}>
            <span>{labels.outstanding}</span>
            <strong>{formatMinor(amount.outstanding)}</strong>
          </p>
        ) : (
          <RadioGroup
            legend={t("plan.question")}
            name="payment_part"
            value={amount.choice}
            options={amount.choices.map((choice) => ({ value: choice, label: labels[choice], hint: hintOf(choice) }))}
            onChange={(value) => amount.choose(value as PaymentAmountChoice)}
          />
        )}
        {amount.choice === "other" && <OtherAmount amount={amount} formatMinor={formatMinor} />}
      </div>
    </PageSection>
  );
}

function OtherAmount({
  amount,
  formatMinor,
}: {
  readonly amount: AmountForm;
  readonly formatMinor: (minor: number) => string;
}) {
  const t = useText(checkoutStrings);
  const { default_currency_code: currency, locale } = useSeller();
  const { other, due, min, outstanding, leastLeft, step } = amount;
  const bounds = { least: min, most: outstanding, left: leastLeft, step };
  const message =
    other.clampedTo === null
      ? t(due > 0 ? "plan.between" : "plan.up_to", { least: formatMinor(due), most: formatMinor(outstanding) })
      : t(`plan.${other.clampedTo}`, { amount: formatMinor(bounds[other.clampedTo]) });
  return (
    <div className={css.amount}>
      <Field
        label={t("plan.amount")}
        hint={<span aria-live="polite">{message}</span>}
        error={
          other.isInvalid
            ? t("plan.not_amount", { example: showAmount(toDecimal(min, currency), currency, locale) })
            : undefined
        }
        required
      >
        <MoneyInput
          name="other_amount"
          value={other.text}
          onChange={amount.setOther}
          onBlur={amount.clampOther}
          format={(typed) => showAmount(formatTypedAmount(typed, currency, locale), currency, locale)}
          {...currencySign(locale, currency)}
        />
      </Field>
    </div>
  );
}

const dayOf = (moment: Instant, zone: string): Day =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();

/** Payments that were made, are due or overdue. */
function PartList({ cart }: { readonly cart: Cart }) {
  const t = useText(checkoutStrings);
  const when = useDateFormats();
  const { timezone } = useSeller();
  const today = todayAt(Temporal.Now.instant(), timezone);
  return (
    <ul role="list" className={css.parts} aria-label={t("plan.parts")}>
      {cart.completed_payments.map(({ id, occurred_date, amount, refunded }) => (
        <Fragment key={id}>
          <li>
            <span>{when.cartDay(dayOf(occurred_date, timezone))}</span>
            <Tag tone="success">{t("plan.paid")}</Tag>
            <Price amount={amount} />
          </li>
          {refunded !== undefined && (
            <li>
              {/* Empty, because the day is that of the payment above. */}
              <span />
              <Tag>{t("plan.refund")}</Tag>
              <Price amount={`-${refunded}`} />
            </li>
          )}
        </Fragment>
      ))}
      {cart.scheduled_payments.map(({ id, due_date, amount, status }) => (
        <li key={id}>
          <span>{when.cartDay(due_date)}</span>
          {status === "Upcoming" ? (
            <Tag>{t("plan.upcoming")}</Tag>
          ) : // A payment is not overdue on its due date.
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
