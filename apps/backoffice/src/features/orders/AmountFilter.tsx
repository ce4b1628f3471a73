import { useState } from "react";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { noAmountText, typedAmount } from "../../shared/format/amount.ts";

type AmountFilterProps = {
  readonly label: string;
  readonly value: string;
  /** Undefined until it is known. */
  readonly currency: string | undefined;
  readonly onChange: (amount: string | undefined) => void;
};

/** A list filter by amount, applied when the field is left or Enter is pressed. Invalid amounts do not filter. */
export function AmountFilter({ label, value, currency, onChange }: AmountFilterProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const amount = typedAmount(typed);
  const isValid = amount === "" || (currency !== undefined && fromDecimal(amount, currency) !== undefined);
  const apply = (): void => {
    if (isValid && amount !== value) onChange(amount === "" ? undefined : amount);
  };
  return (
    <Field label={label} error={!isValid && noAmountText(currency ?? "")}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        before={currency}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === "Enter" && apply()}
      />
    </Field>
  );
}
