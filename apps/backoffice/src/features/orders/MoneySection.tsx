import type { DeskOrder, DeskPayment } from "@foyer/contract/office/deskOrder.ts";
import { formatMoment, formatMoney } from "../../shared/format.ts";
import { Section } from "../../shared/Page.tsx";
import css from "./OrderScreen.module.css";

const gateways: Readonly<Record<string, string>> = { ledger: "Gift card", free: "Nothing due" };
export const paymentStates: Readonly<Record<string, string>> = {
  created: "begun",
  processing: "being decided by the bank",
  authorized: "reserved",
  captured: "paid",
  voided: "let go",
  failed: "refused",
  refunded: "given back in full",
};
const refundStates = { pending: "on its way", succeeded: "given back", failed: "failed" } as const;

/** What was paid, what went back and what can; each payment with its refunds and the provider's references. */
export function MoneySection({ order }: { readonly order: DeskOrder }) {
  const { sums, currency, payments, timezone } = order;
  const money = (amount: string): string => formatMoney(amount, currency);
  return (
    <Section title="Money">
      <dl className={css.sums}>
        <Sum name="Paid" value={money(sums.paid)} />
        <Sum name="Given back" value={money(sums.refunded)} />
        {sums.refunding !== "0" && <Sum name="On its way back" value={money(sums.refunding)} />}
        <Sum name="Kept" value={money(sums.kept)} />
        {sums.to_gift_cards !== "0" && <Sum name="Now gift cards" value={money(sums.to_gift_cards)} />}
        <Sum name="Can go back" value={money(sums.left)} />
      </dl>
      <ul className={css.rows}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <div>
              {payment.means ?? gateways[payment.gateway_id] ?? "Card"}
              <span className={css.quiet}>
                {[
                  formatMoment(payment.at, timezone),
                  paymentStates[payment.state] ?? payment.state,
                  payment.provider_ref,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              {payment.failure !== null && <span className={`${css.quiet} ${css.danger}`}>{payment.failure}</span>}
              <Refunds payment={payment} money={money} timezone={timezone} />
            </div>
            <div className={css.amount}>{money(payment.amount)}</div>
          </li>
        ))}
      </ul>
      {payments.length === 0 && <p className={css.quiet}>Nothing was paid for this order.</p>}
    </Section>
  );
}

function Sum({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type RefundsProps = {
  readonly payment: DeskPayment;
  readonly money: (amount: string) => string;
  readonly timezone: string;
};

function Refunds({ payment: { refunds }, money, timezone }: RefundsProps) {
  return refunds.map(({ id, at, amount, state, failure, provider_ref }) => (
    <span key={id} className={css.quiet}>
      {money(amount)} {refundStates[state]} · {formatMoment(at, timezone)}
      {provider_ref !== null && ` · ${provider_ref}`}
      {failure !== null && <span className={css.danger}> {failure}</span>}
    </span>
  ));
}
