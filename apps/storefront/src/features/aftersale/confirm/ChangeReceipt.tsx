import type { ReactNode } from "react";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Price, useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings, confirmStrings } from "../aftersale.strings.ts";
import { isPositiveAmount } from "../cancel/orderVisits.ts";
import { useMeansText } from "../cancel/QuoteReceipt.tsx";

export type ChangeReceiptProps = {
  readonly change: PendingChange;
  /** What gift cards of the payer pay now, between the sum and what is left. */
  readonly giftCards?: ReactNode;
};

/** The new tickets, what was paid for the old ones, the fee, and what is to be paid or goes back. */
export function ChangeReceipt({ change, giftCards }: ChangeReceiptProps) {
  const t = useText(confirmStrings);
  const cancel = useText(cancelStrings);
  const money = useMoney();
  const { name } = useSeller();
  const toMeans = useMeansText();
  const { added, value, fee, due, refund, refunds, gift_card, bonus } = change;
  const [only] = refunds.length === 1 ? refunds : [];
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
      {isPositiveAmount(refund) && (
        <ReceiptLine
          kind="total"
          label={cancel("cancel.refund")}
          note={only && toMeans(only.means)}
          amount={<Price amount={refund} />}
        />
      )}
      {!only &&
        refunds.map(({ means, amount }, index) => (
          // Payments by means without a name are told apart only by their order.
          <ReceiptLine key={index} label={toMeans(means)} amount={<Price amount={amount} />} />
        ))}
      {isPositiveAmount(gift_card) && (
        <ReceiptLine
          kind="total"
          label={cancel("cancel.new_gift_card")}
          note={
            isPositiveAmount(bonus)
              ? cancel("cancel.new_gift_card.bonus", { bonus: money(bonus) })
              : cancel("cancel.gift_card.email")
          }
          amount={<Price amount={gift_card} />}
        />
      )}
      {![due, refund, gift_card].some(isPositiveAmount) && (
        <ReceiptLine kind="total" label={t("confirm.nothing")} amount={<Price amount="0" />} />
      )}
    </Receipt>
  );
}
