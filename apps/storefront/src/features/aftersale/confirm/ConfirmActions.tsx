import { useState } from "react";
import { Link } from "wouter";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useMoney, useText } from "../../../shared/seller/seller.tsx";
import { PayButton } from "../../checkout/payment/PayButton.tsx";
import { discardOrderChange } from "../aftersale.queries.ts";
import { changeStrings, confirmStrings } from "../aftersale.strings.ts";
import { StepActions } from "../StepActions.tsx";
import { isPositiveAmount } from "../cancel/orderVisits.ts";
import type { ChangeCart } from "../change/useChangeCart.ts";
import css from "./Confirm.module.css";
import type { ConfirmForm } from "./useConfirmForm.ts";

export type ConfirmActionsProps = {
  readonly cart: ChangeCart;
  readonly form: ConfirmForm;
  /** The page for choosing another time, or other types at the same time; undefined if it is not known. */
  readonly again: { readonly href: string; readonly hasNewTime: boolean } | undefined;
  readonly onDiscarded: () => void;
};

/** Buttons to confirm the change, return to the choice, or discard it. */
export function ConfirmActions({ cart, form, again, onDiscarded }: ConfirmActionsProps) {
  const t = useText(confirmStrings);
  const change = useText(changeStrings);
  const label = useSubmitLabel(cart, form);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { payment, purchase, giftCards } = form;
  const isPayable = payment.mode !== "unsupported" && payment.mode !== "unavailable";
  const isLocked = purchase.isBusy || cart.payment_in_progress;

  const discard = async (): Promise<void> => {
    if (isLocked) return;
    setBusy(true);
    setFailed(false);
    try {
      await discardOrderChange(cart.id);
      onDiscarded();
    } catch (error) {
      reportError(error);
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <div className={css.end}>
      {hasFailed && <ErrorLine>{change("change.discard.failed")}</ErrorLine>}
      <StepActions>
        {isPayable && cart.blocking_rules.length === 0 && (
          <PayButton payment={payment} label={label} isBusy={purchase.isBusy || giftCards.isRestoring} />
        )}
        {again && !isLocked && (
          <Link href={again.href} {...buttonAttributes()}>
            {t(again.hasNewTime ? "confirm.other_time" : "confirm.other_types")}
          </Link>
        )}
        <Button kind="text" busy={isBusy} aria-disabled={isLocked || undefined} onClick={() => void discard()}>
          {t("confirm.discard")}
        </Button>
      </StepActions>
    </div>
  );
}

/** The action and the amount: 'Confirm and pay $5.00'. */
const useSubmitLabel = ({ change, currency }: ChangeCart, { isFree, giftCards }: ConfirmForm): string => {
  const t = useText(confirmStrings);
  const money = useMoney();
  const { refund, gift_card }: PendingChange = change;
  if (!isFree) return t("confirm.submit.pay", { amount: money(toDecimal(giftCards.remaining, currency)) });
  if (isPositiveAmount(refund) && isPositiveAmount(gift_card))
    return t("confirm.submit.both", { amount: money(refund), card: money(gift_card) });
  if (isPositiveAmount(gift_card)) return t("confirm.submit.card", { amount: money(gift_card) });
  return isPositiveAmount(refund) ? t("confirm.submit.back", { amount: money(refund) }) : t("confirm.submit");
};
