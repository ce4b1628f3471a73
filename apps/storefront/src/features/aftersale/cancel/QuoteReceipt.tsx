import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Price, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";
import css from "./Cancel.module.css";
import { isPositiveAmount } from "./orderVisits.ts";
import { RefundLines } from "./RefundLines.tsx";

/** What was paid for the tickets, what the seller keeps, and how the rest is refunded. */
export function QuoteReceipt({ quote }: { readonly quote: CancellationQuote }) {
  const t = useText(cancelStrings);
  const { name } = useSeller();
  const { value, fee, refund, refunds, gift_card, bonus, tickets } = quote;
  if (!isPositiveAmount(value)) return <p className={css.muted}>{t("cancel.free")}</p>;
  return (
    <Receipt>
      <ReceiptLine label={t("cancel.paid", { count: tickets.length })} amount={<Price amount={value} />} />
      {isPositiveAmount(fee) && (
        <ReceiptLine label={t("cancel.fee", { seller: name })} amount={<Price amount={`-${fee}`} />} />
      )}
      <RefundLines refund={refund} refunds={refunds} gift_card={gift_card} bonus={bonus} />
    </Receipt>
  );
}
