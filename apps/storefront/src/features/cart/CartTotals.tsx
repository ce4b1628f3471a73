import type { Cart } from "@foyer/contract/cart.ts";
import { Receipt, ReceiptLine } from "@foyer/ui/Receipt.tsx";
import { Price, useText } from "../../shared/seller.tsx";
import { cartStrings } from "./cart.strings.ts";

const nought = "0";

/** What is owed and why. Every sum is the server's: nothing is added up here. */
export function CartTotals({ cart }: { readonly cart: Cart }) {
  const t = useText(cartStrings);
  const totals = cart.cart_fees[0]?.grand_totals;
  if (!totals) return null;
  const hasUnnamedDiscount = cart.cart_mods.length === 0 && totals.total_cartmod_amount !== nought;
  return (
    <Receipt>
      <ReceiptLine label={t("cart.subtotal")} amount={<Price amount={totals.total_before_cartmod_price} />} />
      {cart.cart_mods.map(
        ({ id, name, discount }) =>
          discount !== nought && (
            <ReceiptLine key={id} kind="saving" label={name} amount={<Price amount={`-${discount}`} />} />
          ),
      )}
      {hasUnnamedDiscount && (
        <ReceiptLine kind="saving" label={t("cart.discount")} amount={<Price amount={totals.total_cartmod_amount} />} />
      )}
      {totals.total_fee_fixed_outside !== nought && (
        <ReceiptLine label={t("cart.fee_fixed")} amount={<Price amount={totals.total_fee_fixed_outside} />} />
      )}
      {totals.total_fee_percent_outside !== nought && (
        <ReceiptLine label={t("cart.fee_percent")} amount={<Price amount={totals.total_fee_percent_outside} />} />
      )}
      {totals.total_payments !== nought && (
        <ReceiptLine kind="saving" label={t("cart.payments")} amount={<Price amount={`-${totals.total_payments}`} />} />
      )}
      <ReceiptLine kind="total" label={t("cart.total_due")} amount={<Price amount={totals.total_outstanding} />} />
    </Receipt>
  );
}
