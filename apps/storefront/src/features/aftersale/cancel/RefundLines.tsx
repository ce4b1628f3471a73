import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { isGiftCardMeans } from "@foyer/rules/aftersale/giftCardMeans.ts";
import { ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Price, useMoney, useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";
import { isPositiveAmount } from "./orderVisits.ts";

export type RefundLinesProps = Pick<CancellationQuote, "refund" | "refunds" | "gift_card" | "bonus">;

/**
 * The refund for each payment method, and the amount of a new gift card. A refund of zero is shown if there is no gift
 * card.
 */
export function RefundLines({ refund, refunds, gift_card, bonus }: RefundLinesProps) {
  const t = useText(cancelStrings);
  const money = useMoney();
  const toMeans = useMeansText();
  const [only] = refunds.length === 1 ? refunds : [];
  return (
    <>
      {(isPositiveAmount(refund) || !isPositiveAmount(gift_card)) && (
        <ReceiptLine
          kind="total"
          label={t("cancel.refund")}
          note={only && toMeans(only.means)}
          amount={<Price amount={refund} />}
        />
      )}
      {!only &&
        refunds.map(({ means, amount }, index) => (
          // Payment methods without a name are only distinguished by their order.
          <ReceiptLine key={index} label={toMeans(means)} amount={<Price amount={amount} />} />
        ))}
      {isPositiveAmount(gift_card) && (
        <ReceiptLine
          kind="total"
          label={t("cancel.new_gift_card")}
          note={
            isPositiveAmount(bonus)
              ? t("cancel.new_gift_card.bonus", { bonus: money(bonus) })
              : t("cancel.gift_card.email")
          }
          amount={<Price amount={gift_card} />}
        />
      )}
    </>
  );
}

/** The destination of a part of the refund. */
const useMeansText = () => {
  const t = useText(cancelStrings);
  return (means: string | null): string => {
    if (means === null) return t("cancel.refund.same_means");
    return t(isGiftCardMeans(means) ? "cancel.refund.gift_card" : "cancel.refund.means", { means });
  };
};
