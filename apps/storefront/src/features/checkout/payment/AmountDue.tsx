import type { ReactNode } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { BottomBar } from "@foyer/ui/layout/BottomBar.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import { CartTotals } from "../../cart/widget/CartTotals.tsx";
import { codeRequiredModalName } from "../codes/BlockedCart.tsx";
import checkoutCss from "../Checkout.module.css";
import css from "./Payment.module.css";
import type { MissingPart } from "../checkoutSteps.ts";
import { checkoutStrings } from "../checkout.strings.ts";
import { PayButton } from "./PayButton.tsx";
import type { GiftCardsForm } from "../giftcards/useGiftCards.ts";
import { useGiftCardRemoval } from "../giftcards/useGiftCardRemoval.ts";
import type { PaymentForm } from "./usePaymentForm.ts";

const reasonId = "pay-reason";
const barReasonId = "pay-bar-reason";

export type AmountDueProps = {
  readonly totals?: ReactNode;
  readonly cart: Cart;
  /** The amount paid now, including what gift cards pay. */
  readonly amount: Minor;
  readonly giftCards: GiftCardsForm;
  readonly block: BlockSummary | undefined;
  readonly payment: Pick<PaymentForm, "wallet" | "canPay">;
  readonly label: string;
  /** False if there is no way to pay for this cart. */
  readonly isPayable: boolean;
  readonly isBusy: boolean;
  readonly isSecondary?: boolean;
};

/** The amount paid now, with a way to remove gift cards. */
export function AmountTotals({ cart, amount, giftCards }: Pick<AmountDueProps, "cart" | "amount" | "giftCards">) {
  const t = useText(checkoutStrings);
  const removeCard = useGiftCardRemoval(giftCards);
  const now = { gift_cards: giftCards.shown, amount, rest: giftCards.remaining };
  return (
    <CartTotals
      cart={cart}
      now={now}
      action={(line) => {
        if (line.kind !== "gift_card" || line.applied === null) return null;
        const { applied, number } = line;
        return (
          <span className={css.lineAction}>
            <Button
              kind="text"
              size="small"
              aria-label={t("gift_card.remove.named", { number })}
              onClick={() => removeCard(applied)}
            >
              {t("gift_card.remove")}
            </Button>
          </span>
        );
      }}
    />
  );
}

/** The totals, unless a panel beside the form has them, and the button that pays them. */
export function AmountDue({ totals, cart, payment, block, isPayable, ...button }: AmountDueProps) {
  const t = useText(checkoutStrings);
  if (!totals && !isPayable) return null;
  return (
    <div className={css.amountDue}>
      {totals}
      {isPayable && (
        <div className={checkoutCss.pay}>
          <PayButton {...button} payment={payment} wide blockedBy={block && reasonId} />
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

export type PayBarProps = Omit<AmountDueProps, "amount" | "isPayable" | "totals"> & {
  readonly form: string;
  /** What has to be filled in before the order can be paid. */
  readonly missing: MissingPart | undefined;
  /** Pays with the card saved in the account; undefined if the form's fields pay. */
  readonly onPaySaved: (() => void) | undefined;
};

/** The bottom bar on a phone: the total and the next step, which may be a required code or missing details. */
export function PayBar({ cart, giftCards, payment, block, ...action }: PayBarProps) {
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
          <BarButton {...action} payment={payment} block={block} />
        )
      }
    />
  );
}

/** Pays once everything is filled in; until then it names what is missing and goes there. */
function BarButton({
  payment,
  block,
  label,
  isBusy,
  form,
  missing,
  onPaySaved,
}: Omit<PayBarProps, "cart" | "giftCards">) {
  const t = useText(checkoutStrings);
  if (!block && missing)
    return (
      <Button kind="primary" type="submit" form={form} data-step={missing.step} busy={isBusy}>
        {t(`checkout.step.${missing.step}`)}
      </Button>
    );
  if (!block && onPaySaved)
    return (
      <Button kind="primary" busy={isBusy} onClick={onPaySaved}>
        {label}
      </Button>
    );
  return <PayButton payment={payment} label={label} isBusy={isBusy} form={form} blockedBy={block && barReasonId} />;
}
