import type { ReactNode } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { totalsLines, type CurrentPayment, type TotalsLine } from "@foyer/rules/checkout/cartTotals.ts";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Price, useMoney, useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../cart.strings.ts";

export type CartTotalsProps = {
  readonly cart: Cart;
  /** At the checkout: what gift cards pay, and the amount paid now. */
  readonly now?: CurrentPayment;
  /** A button beside a line, to remove a gift card. */
  readonly action?: (line: TotalsLine) => ReactNode;
};

const receiptKinds = {
  subtotal: "line",
  fee_fixed: "line",
  fee_percent: "line",
  discount: "saving",
  gift_card: "saving",
  payments: "saving",
  balance: "sum",
  total_due: "total",
  partial_total: "total",
} as const satisfies Record<TotalsLine["kind"], string>;

/** The totals of a cart. */
export function CartTotals({ cart, now, action }: CartTotalsProps) {
  const t = useText(cartStrings);
  const money = useMoney();
  const lines = totalsLines(cart, now);
  if (lines.length === 0) return null;
  const labelOf = (line: TotalsLine): string => {
    if (line.kind === "discount") return line.name ?? t("cart.discount");
    if (line.kind === "gift_card") return t("cart.gift_card", { number: line.number });
    return t(`cart.${line.kind}`);
  };
  const noteOf = (line: TotalsLine): string | undefined =>
    line.kind === "gift_card" ? t("cart.gift_card.left", { amount: money(line.left) }) : undefined;
  return (
    <Receipt>
      {lines.map((line, index) => (
        <ReceiptLine
          // Lines of the same kind are only distinguished by their order.
          key={`${line.kind} ${index}`}
          kind={receiptKinds[line.kind]}
          label={
            <>
              {labelOf(line)}
              {action?.(line)}
            </>
          }
          amount={<Price amount={line.amount} />}
          note={noteOf(line)}
        />
      ))}
    </Receipt>
  );
}
