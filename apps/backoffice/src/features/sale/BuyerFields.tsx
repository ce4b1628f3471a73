import type { ReactNode } from "react";
import type { CounterOffer } from "@foyer/contract/office/money/counter.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import type { Basket } from "./useBasket.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Counter.module.css";

type BuyerFieldsProps = {
  readonly basket: Basket;
  readonly asks: CounterOffer["asks"];
  /** Whether the fields are open initially, as for a member. */
  readonly isOpen: boolean;
  /** The e-mail that the sale sends. */
  readonly children: ReactNode;
};

/** A name and an address: shown if the event requires them, otherwise folded away. */
export function BuyerFields({
  basket: { buyer, setBuyer },
  asks: { names, emails },
  isOpen,
  children,
}: BuyerFieldsProps) {
  const field = (key: keyof typeof buyer, more: { readonly type?: string; readonly maxLength: number }) => (
    <TextInput
      value={buyer[key]}
      autoComplete="off"
      onChange={({ target }) => setBuyer((old) => ({ ...old, [key]: target.value }))}
      {...more}
    />
  );
  const fields = (
    <div className={recordCss.form}>
      <div className={recordCss.pair}>
        <Field label="First name" required={names}>
          {field("first_name", { maxLength: 50 })}
        </Field>
        <Field label="Last name" required={names}>
          {field("last_name", { maxLength: 50 })}
        </Field>
        <Field label="Email address" hint="The tickets are sent to it." required={emails}>
          {field("email", { type: "email", maxLength: 254 })}
        </Field>
      </div>
      {children}
    </div>
  );
  if (names || emails) return fields;
  return (
    <details className={css.more} open={isOpen || undefined}>
      <summary>Add a name or an email address</summary>
      {fields}
    </details>
  );
}
