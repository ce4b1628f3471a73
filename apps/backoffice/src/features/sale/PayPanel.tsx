import type { CounterMeans } from "@foyer/contract/office/money/counterSales.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { IconButton } from "@foyer/ui/action/IconButton.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import type { CallError } from "../../shared/call.ts";
import { canBecomeAmount, noAmountText } from "../../shared/format/amount.ts";
import { formatMoney } from "../../shared/format/format.ts";
import { MeansFields, kindNames } from "./MeansFields.tsx";
import { usePayment, type MeansKind, type SalePayment } from "./usePayment.ts";
import css from "./Pay.module.css";

type PayPanelProps = {
  readonly total: string;
  readonly lines: readonly { readonly name: string; readonly price: string; readonly quantity: number }[];
  readonly currency: string;
  readonly denominations: readonly string[];
  /** Why the sale cannot be paid yet. */
  readonly blocked: string | undefined;
  readonly isBusy: boolean;
  readonly isEmpty: boolean;
  readonly failure: CallError | undefined;
  /** The means of payment offered; all by default. */
  readonly kinds?: readonly MeansKind[];
  /** The button's label if nothing is left to pay. */
  readonly verb?: string;
  readonly onPay: (means: readonly CounterMeans[]) => void;
  /** Lets the buyer pay everything by a link; not offered if absent. */
  readonly onLink?: () => void;
};

/** The amount due, and its means of payment. A single press pays all of it in cash. */
export function PayPanel(props: PayPanelProps) {
  const { total, lines, currency, denominations, blocked, isBusy, isEmpty, failure, onPay, onLink } = props;
  const { kinds = allKinds, verb = "Sell" } = props;
  const payment = usePayment(total, currency, kinds[0]);
  const { parts, rest, kind, isWhole, isComplete, isPart } = payment;
  const isPaid = fromDecimal(rest, currency) === 0;
  const isReady = blocked === undefined && (isPaid || isComplete);
  return (
    <form
      className={css.panel}
      aria-label="Payment"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        if (isPaid || isWhole) onPay(payment.all());
        else payment.add();
      }}
    >
      <Receipt lines={lines} total={total} currency={currency} />
      {failure && <Banner tone="error">{describe(failure, total, currency)}</Banner>}
      {!isEmpty && !isPaid && (
        <>
          <Parts payment={payment} currency={currency} />
          <KindChoice payment={payment} kinds={kinds} />
          {isPart && <AmountField payment={payment} currency={currency} />}
          <MeansFields payment={payment} currency={currency} denominations={denominations} />
        </>
      )}
      <Button kind="primary" type="submit" wide busy={isBusy} disabled={!isReady}>
        {isEmpty || isPaid
          ? verb
          : isWhole
            ? `${kindNames[kind]} ${formatMoney(payment.asked, currency)}`
            : `Add ${formatMoney(payment.asked, currency)}`}
      </Button>
      {blocked !== undefined && <p className={css.why}>{blocked}</p>}
      {!isEmpty && !isPaid && !isPart && parts.length === 0 && (
        <Button kind="text" onClick={payment.payPart}>
          Pay with several means
        </Button>
      )}
      {onLink && !isEmpty && !isPaid && !isPart && parts.length === 0 && blocked === undefined && (
        <Button kind="text" busy={isBusy} onClick={onLink}>
          Pay by a link
        </Button>
      )}
    </form>
  );
}

const describe = ({ code, message, fields, extra }: CallError, total: string, currency: string): string => {
  // In this case the server's own message is more specific.
  if (code === "payment_incorrect_amount" && extra["back"] === undefined)
    return `With discounts and fees, the total is ${formatMoney(total, currency)}. Please take that amount.`;
  if (fields.some((field) => field.endsWith("tendered"))) return "What was handed over is less than the amount.";
  return message;
};

function Receipt({ lines, total, currency }: Pick<PayPanelProps, "lines" | "total" | "currency">) {
  return (
    <div className={css.receipt}>
      {lines.map(({ name, price, quantity }) => (
        <p key={name} className={css.line}>
          <span>
            {quantity} × {name}
          </span>
          <span>{formatMoney(toDecimal((fromDecimal(price, currency) ?? 0) * quantity, currency), currency)}</span>
        </p>
      ))}
      <p className={css.total} aria-live="polite">
        <span>Total</span> <strong>{formatMoney(total, currency)}</strong>
      </p>
    </div>
  );
}

type PartProps = { readonly payment: SalePayment; readonly currency: string };

function Parts({ payment: { parts, rest, remove }, currency }: PartProps) {
  if (parts.length === 0) return null;
  return (
    <ul className={css.parts} aria-label="Paid so far">
      {parts.map((part, index) => (
        <li key={index}>
          <span>
            {kindNames[part.kind]}
            {part.kind === "terminal" && ` · slip ${part.slip}`}
          </span>
          <span>{formatMoney(part.amount, currency)}</span>
          <IconButton icon="close" label={`Remove ${kindNames[part.kind]}`} onClick={() => remove(index)} />
        </li>
      ))}
      <li className={css.rest}>
        <span>Still due</span>
        <span>{formatMoney(rest, currency)}</span>
      </li>
    </ul>
  );
}

const allKinds: readonly MeansKind[] = ["cash", "terminal", "gift_card"];

type KindChoiceProps = { readonly payment: SalePayment; readonly kinds: readonly MeansKind[] };

function KindChoice({ payment, kinds }: KindChoiceProps) {
  return (
    <fieldset className={css.kinds}>
      <legend className={css.legend}>Paid with</legend>
      {kinds.map((kind) => (
        <label key={kind}>
          <input
            type="radio"
            name="means"
            checked={payment.kind === kind}
            disabled={kind === "cash" && payment.hasCash}
            onChange={() => payment.choose(kind)}
          />
          <span>{kindNames[kind]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function AmountField({ payment, currency }: PartProps) {
  return (
    <Field
      label="Amount of this part"
      hint="Empty: the full amount due."
      error={
        payment.isImpossible &&
        (canBecomeAmount(payment.typed.amount, currency)
          ? `At most ${formatMoney(payment.rest, currency)}.`
          : noAmountText(currency))
      }
    >
      <TextInput
        value={payment.typed.amount}
        inputMode="decimal"
        autoComplete="off"
        before={currency}
        onChange={({ target }) => payment.type("amount", target.value)}
      />
    </Field>
  );
}
