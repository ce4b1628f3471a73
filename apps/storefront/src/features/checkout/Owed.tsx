import type { Cart } from "@foyer/contract/cart.ts";
import type { Block } from "@foyer/rules/blockedCart.ts";
import { toWire, type Minor } from "@foyer/rules/money.ts";
import { BottomBar } from "@foyer/ui/BottomBar.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import type { CardForm } from "./useCard.ts";
import { Price, useText } from "../../shared/seller.tsx";
import { CartTotals } from "../cart/CartTotals.tsx";
import { codeRequiredModal } from "./BlockedCart.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { PayButton } from "./PayButton.tsx";
import type { GiftCardsForm } from "./useGiftCards.ts";

const reasonId = "pay-reason";
const barReasonId = "pay-bar-reason";

export type OwedProps = {
  readonly cart: Cart;
  /** Paid now, before gift cards. */
  readonly amount: Minor;
  readonly gifts: GiftCardsForm;
  readonly block: Block | undefined;
  readonly card: Pick<CardForm, "wallet" | "canPay">;
  readonly label: string;
  /** False where this cannot be paid for at all. */
  readonly isPayable: boolean;
  readonly isBusy: boolean;
};

/** Everything owed, and beside it the button that pays it. */
export function Owed({ cart, amount, gifts, card, block, label, isPayable, isBusy }: OwedProps) {
  const t = useText(checkoutStrings);
  const now = { gift_cards: gifts.shown, amount, rest: gifts.rest };
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
                onClick={() => gifts.remove(applied)}
              >
                {t("gift_card.remove")}
              </Button>
            </span>
          );
        }}
      />
      {isPayable && (
        <div className={css.pay}>
          <PayButton card={card} label={label} isBusy={isBusy} wide heldBy={block && reasonId} />
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
  gifts,
  card,
  block,
  label,
  isBusy,
  form,
}: Omit<OwedProps, "amount" | "isPayable"> & { readonly form: string }) {
  const t = useText(checkoutStrings);
  const { open } = useModal(codeRequiredModal);
  const wantsCode = block?.kind === "code_required" && cart.editable;
  return (
    <BottomBar
      label={t("checkout.bar")}
      summary={
        block && !wantsCode ? (
          <p id={barReasonId} className={css.reason}>
            {t("blocked.title")}
          </p>
        ) : (
          <p className={css.total}>
            <span>{t("checkout.total_to_pay")}</span>
            <Price amount={toWire(gifts.rest, cart.currency)} />
          </p>
        )
      }
      action={
        wantsCode ? (
          <Button kind="primary" onClick={open}>
            {t("blocked.enter")}
          </Button>
        ) : (
          <PayButton card={card} label={label} isBusy={isBusy} form={form} heldBy={block && barReasonId} />
        )
      }
    />
  );
}
