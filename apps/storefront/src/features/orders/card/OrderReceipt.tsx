import type { ReactNode } from "react";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { numberFormat } from "../../../shared/format/intlFormats.ts";
import { Price, useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../../cart/cart.strings.ts";
import { ordersStrings } from "../orders.strings.ts";

type Settled = NonNullable<OrderReply["settled"]>[string];
type Sum = OrderReply["sums"][string][number];
type Taxes = NonNullable<OrderReply["taxes"]>[string];
type RemainingSum = Sum & { readonly kind: Exclude<Sum["kind"], "cancelled" | "changed"> };

/** Sums that belong to the remaining tickets. */
const isOfRemaining = (sum: Sum): sum is RemainingSum => sum.kind !== "cancelled" && sum.kind !== "changed";

export type OrderReceiptProps = {
  readonly order: TicketOrder;
  readonly sums: OrderReply["sums"][string];
  readonly payingGiftCards: OrderReply["paying_gift_cards"][string];
  /** How the order's money adds up after changes. */
  readonly settled?: Settled | undefined;
  /** The taxes included in the order's price, if a ticket type names one. */
  readonly taxes?: Taxes | undefined;
  /** Receipt lines before the sums: the tickets, unless they are beside the receipt. */
  readonly beforeSums?: ReactNode;
};

/**
 * Fees, discounts, the total of an order and the taxes in it, the effect of changes, and the gift cards that paid for it.
 */
export function OrderReceipt({ order, sums, payingGiftCards, settled, taxes = [], beforeSums }: OrderReceiptProps) {
  const money = useMoney();
  const t = useText(ordersStrings);
  const cartText = useText(cartStrings);
  const total = order.ticket_order_fees[0]?.total_after_fees_price;
  if (total === undefined) return null;
  return (
    <Receipt>
      {beforeSums}
      {sums.filter(isOfRemaining).map(({ kind, name, amount }, index) => (
        <ReceiptLine
          // Sums of the same kind are only distinguished by their position.
          key={`${kind} ${index}`}
          kind={kind === "discount" ? "saving" : "line"}
          label={name ?? cartText(`cart.${kind}`)}
          amount={<Price amount={amount} />}
        />
      ))}
      {settled ? (
        <SettledLines settled={settled} taxes={taxes} />
      ) : (
        <>
          <ReceiptLine kind="total" label={t("complete.total")} amount={<Price amount={total} />} />
          <TaxLines taxes={taxes} />
        </>
      )}
      {payingGiftCards.map(({ number, amount, balance }) => (
        <ReceiptLine
          key={number}
          label={t("complete.gift_card_paid", { number })}
          note={t("complete.gift_card_left", { amount: money(balance) })}
          amount={<Price amount={amount} />}
        />
      ))}
    </Receipt>
  );
}

/** The price of an order after changes, and how it was paid: with the purchase and later, less refunds. */
function SettledLines({ settled, taxes }: { readonly settled: Settled; readonly taxes: Taxes }) {
  const t = useText(ordersStrings);
  const { name: seller } = useSeller();
  const { fees, rest, total, bought, paid, refunded, gift_card } = settled;
  const line = (label: string, amount: string, kind?: "saving") =>
    Number(amount) !== 0 && <ReceiptLine label={label} {...(kind && { kind })} amount={<Price amount={amount} />} />;
  return (
    <>
      {line(t("complete.change_fees", { seller }), fees)}
      {line(t(rest.startsWith("-") ? "complete.other_refunds" : "complete.not_refunded"), rest)}
      <ReceiptLine kind="total" label={t("complete.total")} amount={<Price amount={total} />} />
      <TaxLines taxes={taxes} />
      {line(t("complete.paid_first"), bought)}
      {line(t("complete.paid_later"), paid)}
      {line(t("complete.refunded"), `-${refunded}`, "saving")}
      {line(t("complete.became_gift_card"), `-${gift_card}`, "saving")}
    </>
  );
}

/** 'Includes VAT (6.9%)', each with its amount. */
function TaxLines({ taxes }: { readonly taxes: Taxes }) {
  const t = useText(ordersStrings);
  const { locale } = useSeller();
  const rate = numberFormat(locale, { style: "percent", maximumFractionDigits: 3 });
  return taxes.map(({ name, percent, tax }) => (
    <ReceiptLine
      key={`${percent} ${name}`}
      label={t("complete.tax", { tax_name: name, rate: rate.format(percent / 100) })}
      amount={<Price amount={tax} />}
    />
  ));
}
