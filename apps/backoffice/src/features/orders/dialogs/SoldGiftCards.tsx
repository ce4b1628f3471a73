import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { sumDecimals } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { formatMoney } from "../../../shared/format/format.ts";

type SoldGiftCardsProps = {
  readonly order: Pick<DeskOrder, "tickets" | "currency">;
  /** The whole order is refunded, which ends its gift cards. */
  readonly isAll: boolean;
  readonly mayOverride: boolean;
};

/** What a refund without cancelling means for the gift cards that the order bought. */
export function SoldGiftCards({ order: { tickets, currency }, isAll, mayOverride }: SoldGiftCardsProps) {
  const cards = tickets.flatMap(({ use }) => (use?.kind === "gift_card" && !use.is_closed ? [use] : []));
  const left = sumDecimals(
    cards.map((card) => card.left),
    currency,
  );
  const gone = sumDecimals(
    cards.flatMap((card) => [card.issued, `-${card.left}`]),
    currency,
  );
  const money = (amount: string): string => formatMoney(amount, currency);
  return (
    <>
      {Number(gone) > 0 && (
        <Banner tone="warning">
          {money(gone)} is no longer on the gift cards of this order.{" "}
          {mayOverride
            ? "If it was spent, refunding it as well gives it back twice."
            : "What was spent of it cannot be refunded without a manager."}
        </Banner>
      )}
      {Number(left) > 0 && !isAll && (
        <Banner tone="warning">
          The gift cards of this order stay valid, with {money(left)} on them. To take it off, cancel them here or void
          them under Gift cards.
        </Banner>
      )}
    </>
  );
}
