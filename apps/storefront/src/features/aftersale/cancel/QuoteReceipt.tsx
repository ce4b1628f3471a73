import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Price, useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";
import { isGiftCardMeans } from "@foyer/rules/aftersale/giftCardMeans.ts";
import css from "./Cancel.module.css";
import { isPositiveAmount } from "./orderVisits.ts";

/** What was paid for the tickets, what the seller keeps, and what goes back to which means. */
export function QuoteReceipt({ quote }: { readonly quote: CancellationQuote }) {
  const t = useText(cancelStrings);
  const money = useMoney();
  const { name } = useSeller();
  const toMeans = useMeansText();
  const { value, fee, refund, refunds, gift_card, bonus, tickets } = quote;
  if (!isPositiveAmount(value)) return <p className={css.muted}>{t("cancel.free")}</p>;
  const [only] = refunds.length === 1 ? refunds : [];
  return (
    <Receipt>
      <ReceiptLine label={t("cancel.paid", { count: tickets.length })} amount={<Price amount={value} />} />
      {isPositiveAmount(fee) && (
        <ReceiptLine label={t("cancel.fee", { seller: name })} amount={<Price amount={`-${fee}`} />} />
      )}
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
          // Payments by means without a name are told apart only by their order.
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
    </Receipt>
  );
}

/** Where a part of the money goes. */
export const useMeansText = () => {
  const t = useText(cancelStrings);
  return (means: string | null): string => {
    if (means === null) return t("cancel.refund.same_means");
    return t(isGiftCardMeans(means) ? "cancel.refund.gift_card" : "cancel.refund.means", { means });
  };
};
