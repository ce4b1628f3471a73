import { toDecimal } from "@foyer/rules/values/money.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Price, useMoney, useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../../cart/cart.strings.ts";
import { checkoutStrings } from "../../checkout/checkout.strings.ts";
import { useGiftCardRemoval } from "../../checkout/giftcards/useGiftCardRemoval.ts";
import type { GiftCardsForm } from "../../checkout/giftcards/useGiftCards.ts";

export type GiftCardLinesProps = { readonly giftCards: GiftCardsForm; readonly currency: string };

/** What gift cards pay of the change, and what is left to pay. */
export function GiftCardLines({ giftCards, currency }: GiftCardLinesProps) {
  const cart = useText(cartStrings);
  const t = useText(checkoutStrings);
  const money = useMoney();
  const { shown, remaining } = giftCards;
  const remove = useGiftCardRemoval(giftCards);
  if (shown.length === 0) return null;
  return (
    <>
      {shown.map(({ number, pays, left }, index) => (
        <ReceiptLine
          key={number}
          kind="saving"
          label={
            <>
              {cart("cart.gift_card", { number })}{" "}
              <Button
                kind="text"
                size="small"
                aria-label={t("gift_card.remove.named", { number })}
                onClick={() => remove(index)}
              >
                {t("gift_card.remove")}
              </Button>
            </>
          }
          note={cart("cart.gift_card.left", { amount: money(toDecimal(left, currency)) })}
          amount={<Price amount={toDecimal(-pays, currency)} />}
        />
      ))}
      <ReceiptLine
        kind="total"
        label={t("checkout.total_to_pay")}
        amount={<Price amount={toDecimal(remaining, currency)} />}
      />
    </>
  );
}
