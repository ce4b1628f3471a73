import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { canBecomeAmount, noAmountText } from "../../shared/format/amount.ts";
import { formatMoney } from "../../shared/format/format.ts";
import type { MeansKind, SalePayment } from "./usePayment.ts";
import css from "./Pay.module.css";

export const kindNames: Readonly<Record<MeansKind, string>> = {
  cash: "Cash",
  terminal: "Card",
  gift_card: "Gift card",
};

type MeansFieldsProps = {
  readonly payment: SalePayment;
  readonly currency: string;
  readonly denominations: readonly string[];
};

/** The fields of a means of payment: the cash handed over, the slip of a terminal, or the number of a gift card. */
export function MeansFields({ payment, currency, denominations }: MeansFieldsProps) {
  if (payment.kind === "cash")
    return <CashFields payment={payment} currency={currency} denominations={denominations} />;
  if (payment.kind === "terminal")
    return (
      <Field label="Slip number" hint="Charge the card at the terminal first. The number is on the slip." required>
        <TextInput
          key="slip"
          value={payment.typed.slip}
          maxLength={40}
          autoComplete="off"
          onChange={({ target }) => payment.type("slip", target.value)}
        />
      </Field>
    );
  return (
    <Field label="Gift card number" required>
      <TextInput
        key="number"
        value={payment.typed.number}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={({ target }) => payment.type("number", target.value)}
      />
    </Field>
  );
}

function CashFields({ payment, currency, denominations }: MeansFieldsProps) {
  const { typed, isShort, change, asked } = payment;
  const isMoney = canBecomeAmount(typed.tendered, currency);
  return (
    <div className={css.cash}>
      <Field
        label="Cash received"
        hint="Empty: the exact amount."
        error={isShort && (isMoney ? `Less than ${formatMoney(asked, currency)}.` : noAmountText(currency))}
      >
        <TextInput
          value={typed.tendered}
          inputMode="decimal"
          autoComplete="off"
          before={currency}
          onChange={({ target }) => payment.type("tendered", target.value)}
        />
      </Field>
      <div className={css.notes} role="group" aria-label="Common amounts">
        {payment.suggestions(denominations).map((sum) => (
          <button key={sum} type="button" onClick={() => payment.type("tendered", sum)}>
            {formatMoney(sum, currency)}
          </button>
        ))}
      </div>
      {change !== "0" && (
        <p className={css.change} aria-live="polite">
          <span>Change</span> <strong>{formatMoney(change, currency)}</strong>
        </p>
      )}
    </div>
  );
}
