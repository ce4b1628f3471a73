import { useState } from "react";
import { exponentOf } from "@foyer/rules/money.ts";
import { Field } from "@foyer/ui/Field.tsx";
import { MoneyInput } from "@foyer/ui/MoneyInput.tsx";
import { currencySign } from "../../shared/currencySign.ts";
import { useSeller } from "../../shared/seller.tsx";
import css from "./TicketStep.module.css";
import { useLaterText } from "./useLaterText.ts";
import { useTilePrice } from "./startWords.ts";

export type FlexiblePriceProps = {
  readonly name: string;
  /** The field's label where the name would say it twice. */
  readonly label?: string;
  readonly flexible: { readonly min: string; readonly max: string };
  readonly value: string;
  readonly isWrong: boolean;
  readonly wasSent: boolean;
  readonly onChange: (typed: string) => void;
};

/** An amount of the visitor's own choice. It is judged when they leave it, not while they type. */
export function FlexiblePrice({ name, label, flexible, value, isWrong, wasSent, onChange }: FlexiblePriceProps) {
  const t = useLaterText();
  const price = useTilePrice();
  const { default_currency_code: currency, locale } = useSeller();
  const [wasLeft, setLeft] = useState(false);
  return (
    <div className={css.amount}>
      <Field
        label={label ?? t("reserve.amount", { name })}
        hint={t("reserve.amount.between", { min: price(flexible.min), max: price(flexible.max) })}
        error={isWrong && (wasSent || (wasLeft && value !== "")) ? t("reserve.missing.price") : undefined}
        required
      >
        <MoneyInput
          value={value}
          onChange={onChange}
          onBlur={() => afterPress(() => setLeft(true))}
          {...currencySign(locale, currency)}
          decimals={exponentOf(currency)}
        />
      </Field>
    </div>
  );
}

/**
 * Now, or when the pointer is up: an error that appears between a button's press and its release pushes the button from
 * under the pointer, and the click is lost.
 */
const afterPress = (then: () => void): void => {
  if (document.querySelector(":active") === null) return then();
  const settle = () => void setTimeout(then);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, settle, { once: true });
};
