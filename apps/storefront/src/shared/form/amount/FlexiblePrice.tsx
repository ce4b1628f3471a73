import { useState } from "react";
import { flexiblePriceStep } from "@foyer/rules/reserve/prices/flexiblePrice.ts";
import { priceProblem } from "@foyer/rules/reserve/ticketChoices.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { formatTypedAmount, showAmount } from "@foyer/rules/forms/typedAmount.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { MoneyInput } from "@foyer/ui/form/MoneyInput.tsx";
import { currencySign } from "../../format/currencySign.ts";
import { useSeller, useText } from "../../seller/seller.tsx";
import { useTilePrice } from "../../format/useTilePrice.ts";
import { amountStrings } from "./amount.strings.ts";
import css from "./FlexiblePrice.module.css";

export type FlexiblePriceProps = {
  readonly name: string;
  /** The field's label, if the name would repeat the heading. */
  readonly label?: string;
  readonly flexible: { readonly min: string; readonly max: string };
  readonly value: string;
  readonly isInvalid: boolean;
  readonly isSubmitted: boolean;
  readonly onChange: (typed: string) => void;
};

/** An amount of the visitor's own choice. It is validated on blur, not while typing. */
export function FlexiblePrice({ name, label, flexible, value, isInvalid, isSubmitted, onChange }: FlexiblePriceProps) {
  const t = useText(amountStrings);
  const price = useTilePrice();
  const { default_currency_code: currency, locale } = useSeller();
  const [wasBlurred, setBlurred] = useState(false);
  const problemText =
    priceProblem(flexible, value, currency) === "step"
      ? t("reserve.step.price", { step: price(toDecimal(flexiblePriceStep(currency), currency)) })
      : t("reserve.missing.price");
  return (
    <div className={css.amount}>
      <Field
        label={label ?? t("reserve.amount", { name })}
        hint={t("reserve.amount.between", { min: price(flexible.min), max: price(flexible.max) })}
        error={isInvalid && (isSubmitted || (wasBlurred && value !== "")) ? problemText : undefined}
        required
      >
        <MoneyInput
          value={value}
          onChange={onChange}
          onBlur={() => afterPointerUp(() => setBlurred(true))}
          {...currencySign(locale, currency)}
          format={(typed) => formatTypedAmount(typed, currency, locale)}
          show={(tidied) => showAmount(tidied, currency, locale)}
        />
      </Field>
    </div>
  );
}

/**
 * Runs now, or when the pointer is released: an error that appears between press and release would move the button away,
 * and the click would be lost.
 */
const afterPointerUp = (callback: () => void): void => {
  if (document.querySelector(":active") === null) return callback();
  const run = () => void setTimeout(callback);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, run, { once: true });
};
