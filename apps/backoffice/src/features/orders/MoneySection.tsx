import { useState } from "react";
import { Link } from "@tanstack/react-router";
import type { DeskOrder, DeskPayment } from "@foyer/contract/office/orders/deskOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatMoment, formatMoney, taxLabel } from "../../shared/format/format.ts";
import { HeldRow, useHeldRows } from "../../shared/list/HeldRow.tsx";
import { Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { ResendRefundDialog } from "./dialogs/ResendRefundDialog.tsx";
import { isPaidOut, meansOfPayment } from "./orderQueries.ts";
import css from "./OrderScreen.module.css";

export const paymentStates: Readonly<Record<string, string>> = {
  created: "begun",
  processing: "being decided by the bank",
  authorized: "reserved",
  captured: "paid",
  voided: "voided",
  failed: "refused",
  refunded: "refunded in full",
};
const refundStates = { pending: "on its way", succeeded: "refunded", failed: "failed" } as const;
/** The provider's reference. A till's own payments have none. */
const referenceOf = (ref: string | null): string | null => (ref?.startsWith("till:") === true ? null : ref);

type MoneySectionProps = { readonly order: DeskOrder; readonly slug: string; readonly mayRefund: boolean };

/** What was paid, what was refunded and what can be; each payment with its refunds and the provider's references. */
export function MoneySection({ order, slug, mayRefund }: MoneySectionProps) {
  const { sums, currency, payments, timezone } = order;
  const money = (amount: string): string => formatMoney(amount, currency);
  return (
    <Section title="Money">
      <dl className={css.sums}>
        <Sum name="Due" value={money(order.offer?.due ?? "0")} />
        <Sum name="Paid" value={money(sums.paid)} />
        <Sum name="Refunded" value={money(sums.refunded)} />
        {sums.refunding !== "0" && <Sum name="Refund on its way" value={money(sums.refunding)} />}
        <Sum name="Kept" value={money(sums.kept)} />
        {sums.to_gift_cards !== "0" && <Sum name="Given as gift cards" value={money(sums.to_gift_cards)} />}
        {sums.repaid_elsewhere !== "0" && <Sum name="Repaid another way" value={money(sums.repaid_elsewhere)} />}
        <Sum name="Can be refunded" value={money(sums.left)} />
        {order.taxes.map((one) => (
          <Sum key={taxLabel(one)} name={taxLabel(one)} value={money(one.tax)} />
        ))}
      </dl>
      <ul className={css.rows}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <div>
              {meansOfPayment(payment)} {payment.is_test && <Tag tone="warning">Test</Tag>}
              <span className={css.quiet}>
                {[
                  formatMoment(payment.at, timezone),
                  paymentStates[payment.state] ?? payment.state,
                  referenceOf(payment.provider_ref),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              {payment.failure !== null && <span className={`${css.quiet} ${css.danger}`}>{payment.failure}</span>}
              <Refunds payment={payment} order={order} slug={slug} mayRefund={mayRefund} />
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

type RefundsProps = MoneySectionProps & { readonly payment: DeskPayment };

function Refunds({ payment, order, slug, mayRefund }: RefundsProps) {
  const { currency, timezone } = order;
  const { can } = useOwnSeller(slug);
  return payment.refunds.map((refund) => {
    const { id, at, amount, state, failure, provider_ref, resent_as } = refund;
    const isToPayOut = state === "pending" && isPaidOut(payment);
    return (
      <span key={id} className={css.quiet}>
        {formatMoney(amount, currency)} {isToPayOut ? "to pay out" : refundStates[state]} · {formatMoment(at, timezone)}
        {referenceOf(provider_ref) !== null && ` · ${provider_ref}`}
        {isToPayOut && can("till.use") && (
          <>
            {" · "}
            <Link to="/$slug/till" params={{ slug }}>
              Pay it out at the till
            </Link>
          </>
        )}
        {failure !== null && <span className={css.danger}> {failure.replaceAll("_", " ")}</span>}
        {resent_as === "refund" && " · sent by another refund"}
        {resent_as === "gift_card" && " · sent as a gift card"}
        {resent_as === "elsewhere" && " · repaid another way"}
        {mayRefund && <FailedRefund payment={payment} refund={refund} order={order} slug={slug} />}
      </span>
    );
  });
}

type ResendRefundProps = Pick<MoneySectionProps, "order" | "slug"> & {
  readonly payment: DeskPayment;
  readonly refund: DeskPayment["refunds"][number];
};

function FailedRefund({ refund, ...props }: ResendRefundProps) {
  const { id, state, resent_as } = refund;
  const failed = useHeldRows(state === "failed" && resent_as === null ? [refund] : [], (one) => one.id);
  return failed.rows.map((one) => (
    <HeldRow
      key={id}
      of={failed}
      row={one}
      gone="This refund was dealt with meanwhile. The history of the order says by whom."
    >
      <ResendRefund refund={one} {...props} />
    </HeldRow>
  ));
}

/** Retries a refund that its provider refused, or turns it into a gift card. */
function ResendRefund({ payment, refund, order, slug }: ResendRefundProps) {
  const [to, setTo] = useState<"same_means" | "gift_card">();
  return (
    <span className={css.resend}>
      <Button size="small" onClick={() => setTo("same_means")}>
        Try again
      </Button>
      <Button size="small" onClick={() => setTo("gift_card")}>
        Issue a gift card
      </Button>
      {to && <ResendRefundDialog {...{ order, slug, payment, refund, to }} onClose={() => setTo(undefined)} />}
    </span>
  );
}
