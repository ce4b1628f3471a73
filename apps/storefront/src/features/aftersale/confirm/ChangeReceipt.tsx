import type { ReactNode } from "react";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Price, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { confirmStrings } from "../aftersale.strings.ts";
import { isPositiveAmount } from "../cancel/orderVisits.ts";
import { RefundLines } from "../cancel/RefundLines.tsx";

export type ChangeReceiptProps = {
  readonly change: PendingChange;
  /** What the payer's gift cards pay now, shown between the total and the rest. */
  readonly giftCards?: ReactNode;
};

/** The new tickets, what was paid for the old ones, the fee, and the amount to pay or to be refunded. */
export function ChangeReceipt({ change, giftCards }: ChangeReceiptProps) {
  const t = useText(confirmStrings);
  const { name } = useSeller();
  const { added, value, fee, due, refund, refunds, gift_card, bonus } = change;
  return (
    <Receipt>
      {isPositiveAmount(added) && <ReceiptLine label={t("confirm.added")} amount={<Price amount={added} />} />}
      {isPositiveAmount(value) && (
        <ReceiptLine kind="saving" label={t("confirm.value")} amount={<Price amount={`-${value}`} />} />
      )}
      {isPositiveAmount(fee) && (
        <ReceiptLine label={t("confirm.fee", { seller: name })} amount={<Price amount={fee} />} />
      )}
      {isPositiveAmount(due) && <ReceiptLine kind="total" label={t("confirm.due")} amount={<Price amount={due} />} />}
      {giftCards}
      {(isPositiveAmount(refund) || isPositiveAmount(gift_card)) && (
        <RefundLines refund={refund} refunds={refunds} gift_card={gift_card} bonus={bonus} />
      )}
      {![due, refund, gift_card].some(isPositiveAmount) && (
        <ReceiptLine kind="total" label={t("confirm.nothing")} amount={<Price amount="0" />} />
      )}
    </Receipt>
  );
}
