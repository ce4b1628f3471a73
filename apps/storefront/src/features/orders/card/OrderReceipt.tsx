import type { ReactNode } from "react";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Price, useMoney, useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../../cart/cart.strings.ts";
import { ordersStrings } from "../orders.strings.ts";

export type OrderReceiptProps = {
  readonly order: TicketOrder;
  readonly sums: OrderReply["sums"][string];
  readonly payingGiftCards: OrderReply["paying_gift_cards"][string];
  /** Receipt lines before the sums: the tickets, where they are not beside the receipt. */
  readonly beforeSums?: ReactNode;
};

/** Fees, discounts, the total of an order, and the gift cards that paid for it. */
export function OrderReceipt({ order, sums, payingGiftCards, beforeSums }: OrderReceiptProps) {
  const money = useMoney();
  const t = useText(ordersStrings);
  const cartText = useText(cartStrings);
  const total = order.ticket_order_fees[0]?.total_after_fees_price;
  if (total === undefined) return null;
  return (
    <Receipt>
      {beforeSums}
      {sums.map(({ kind, name, amount }, index) => (
        <ReceiptLine
          // Sums of a kind are told apart only by their order.
          key={`${kind} ${index}`}
          kind={kind === "discount" ? "saving" : "line"}
          label={
            name ??
            (kind === "cancelled" || kind === "changed" ? t(`complete.${kind}_tickets`) : cartText(`cart.${kind}`))
          }
          amount={<Price amount={amount} />}
        />
      ))}
      <ReceiptLine kind="total" label={t("complete.total")} amount={<Price amount={total} />} />
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
