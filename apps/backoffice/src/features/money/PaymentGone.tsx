import { useQuery } from "@tanstack/react-query";
import type { MoneyQueueRow, PaymentPage } from "@foyer/contract/office/money/money.ts";
import { formatAgo, formatMoney } from "../../shared/format/format.ts";
import { paymentQuery } from "./moneyQueries.ts";

type PaymentGoneProps = { readonly slug: string; readonly payment: Pick<MoneyQueueRow, "payment_id"> };

/** Who dealt with a payment that has left the list, and what its state is now. */
export function PaymentGone({ slug, payment: { payment_id } }: PaymentGoneProps) {
  const { data } = useQuery({ ...paymentQuery(slug, payment_id), staleTime: 0 });
  return <>{data ? describePayment(data) : "This payment no longer needs attention."} What you typed is still here.</>;
}

const settledBy: Readonly<Record<string, string>> = {
  "payment.settled": "settled this payment with the provider",
  "payment.refunded": "refunded this payment",
  "payment.reviewed": "marked this payment as done",
};

const describePayment = ({ last_change, amount, refunded, currency }: PaymentPage): string => {
  const did = last_change && settledBy[last_change.change];
  const what = did
    ? `${last_change.changed_by ?? "Somebody"} ${did} ${formatAgo(last_change.changed_at)}.`
    : "This payment no longer needs attention.";
  return `${what} ${formatMoney(refunded, currency)} of ${formatMoney(amount, currency)} is refunded.`;
};
