import type { Money } from "@foyer/contract/basics.ts";
import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";

type Amounts = Pick<CancellationQuote, "value" | "fee" | "refunds" | "gift_card"> &
  Partial<Pick<PendingChange, "added" | "due">> & { readonly waived?: Money };

/** Lists the tickets that a change removes, and its amounts other than zero. */
export const quoteLines = (
  ticket_ids: readonly string[],
  { value, fee, added = "0", due = "0", waived = "0", refunds, gift_card }: Amounts,
  currency: string,
): readonly string[] => {
  const line = (what: string, amount: string): string[] =>
    (fromDecimal(amount, currency) ?? 0) > 0 ? [`${what}\t${amount} ${currency}`] : [];
  return [
    `${ticket_ids.length} ${ticket_ids.length === 1 ? "ticket" : "tickets"}: ${ticket_ids.join(", ")}`,
    ...line("paid for them", value),
    ...line("fee kept", fee),
    ...line("new tickets", added),
    ...line("due", due),
    ...line("difference waived", waived),
    ...refunds.flatMap(({ means, amount }) => line(means === null ? "refund" : `refund to ${means}`, amount)),
    ...line("new gift card", gift_card),
  ];
};
