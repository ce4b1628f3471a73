import { useState, type ReactNode } from "react";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { SentField } from "../Form.tsx";
import { canBecomeAmount, isAmount, noAmountText, typedAmount } from "../format/amount.ts";

type AmountFieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What else is wrong with it. */
  readonly error?: ReactNode;
  readonly currency: string;
  /** In the form of the API, or any text that is no amount. */
  readonly value: string;
  readonly onChange: (amount: string) => void;
  readonly mayBeZero?: boolean;
};

/** An amount of money. Takes a comma as the decimal point, and says so if the text is no amount. */
export function AmountField({ label, hint, error, currency, value, onChange, mayBeZero = false }: AmountFieldProps) {
  const [typed, setTyped] = useState(value);
  const [isLeft, setLeft] = useState(false);
  const shown = typedAmount(typed) === value ? typed : value;
  const isFine = isAmount(value, currency) || (mayBeZero && fromDecimal(value, currency) === 0);
  const isWrong = value !== "" && !isFine && (isLeft || !canBecomeAmount(value, currency));
  return (
    <SentField name="amount" label={label} hint={hint} error={error || (isWrong && noAmountText(currency))} required>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        before={currency}
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(typedAmount(target.value));
        }}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
    </SentField>
  );
}
