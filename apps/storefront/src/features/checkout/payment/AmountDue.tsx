import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { BottomBar } from "@foyer/ui/layout/BottomBar.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import type { CardPayment } from "./useCardPayment.ts";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import { CartTotals } from "../../cart/widget/CartTotals.tsx";
import { codeRequiredModalName } from "../codes/BlockedCart.tsx";
import css from "../Checkout.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import { PayButton } from "./PayButton.tsx";
import type { GiftCardsForm } from "../giftcards/useGiftCards.ts";

const reasonId = "pay-reason";
const barReasonId = "pay-bar-reason";

export type AmountDueProps = {
  readonly cart: Cart;
  /** Paid now, before gift cards. */
  readonly amount: Minor;
  readonly giftCards: GiftCardsForm;
  readonly block: BlockSummary | undefined;
  readonly card: Pick<CardPayment, "wallet" | "canPay">;
  readonly label: string;
  /** False where this cannot be paid for at all. */
  readonly isPayable: boolean;
  readonly isBusy: boolean;
};

/** Everything owed, and beside it the button that pays it. */
export function AmountDue({ cart, amount, giftCards, card, block, label, isPayable, isBusy }: AmountDueProps) {
  const t = useText(checkoutStrings);
  const now = { gift_cards: giftCards.shown, amount, rest: giftCards.remaining };
  return (
    <div className={css.owed}>
      <CartTotals
        cart={cart}
        now={now}
        action={(line) => {
          if (line.kind !== "gift_card" || line.applied === null) return null;
          const { applied, number } = line;
          return (
            <span className={css.atLine}>
              <Button
                kind="text"
                size="small"
                aria-label={t("gift_card.remove.named", { number })}
                onClick={() => giftCards.remove(applied)}
              >
                {t("gift_card.remove")}
              </Button>
            </span>
          );
        }}
      />
      {isPayable && (
        <div className={css.pay}>
          <PayButton card={card} label={label} isBusy={isBusy} wide blockedBy={block && reasonId} />
          {block && (
            <p id={reasonId} className={css.reason}>
              {t(block.kind === "code_required" && cart.editable ? "blocked.code_text" : "blocked.title")}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** A phone's foot: the total, and the next step, be it the code that is still wanted. */
export function PayBar({
  cart,
  giftCards,
  card,
  block,
  label,
  isBusy,
  form,
}: Omit<AmountDueProps, "amount" | "isPayable"> & { readonly form: string }) {
  const t = useText(checkoutStrings);
  const { open } = useModal(codeRequiredModalName);
  const isCodeRequired = block?.kind === "code_required" && cart.editable;
  return (
    <BottomBar
      label={t("checkout.bar")}
      summary={
        block && !isCodeRequired ? (
          <p id={barReasonId} className={css.reason}>
            {t("blocked.title")}
          </p>
        ) : (
          <p className={css.total}>
            <span>{t("checkout.total_to_pay")}</span>
            <Price amount={toDecimal(giftCards.remaining, cart.currency)} />
          </p>
        )
      }
      action={
        isCodeRequired ? (
          <Button kind="primary" onClick={open}>
            {t("blocked.enter")}
          </Button>
        ) : (
          <PayButton card={card} label={label} isBusy={isBusy} form={form} blockedBy={block && barReasonId} />
        )
      }
    />
  );
}
