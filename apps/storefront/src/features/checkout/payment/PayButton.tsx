import { Button } from "@foyer/ui/action/Button.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "./Payment.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import type { PaymentForm } from "./usePaymentForm.ts";

export type PayButtonProps = {
  readonly payment: Pick<PaymentForm, "wallet" | "canPay">;
  readonly label: string;
  readonly isBusy: boolean;
  /** The id of the form that it submits, if it is outside that form. */
  readonly form?: string;
  readonly wide?: boolean;
  /** Another button pays in a single press, so this one is not the primary button. */
  readonly isSecondary?: boolean;
  /** The id of the reason why the order cannot be paid. The button stays active and leads to that reason. */
  readonly blockedBy?: string | undefined;
};

/** The pay button, in the style of the chosen wallet if there is one. */
export function PayButton({
  payment: { wallet, canPay },
  label,
  isBusy,
  form,
  wide = false,
  isSecondary = false,
  blockedBy,
}: PayButtonProps) {
  const t = useText(checkoutStrings);
  const button = (
    <Button
      kind={isSecondary ? "quiet" : "primary"}
      wide={wide}
      type="submit"
      busy={isBusy}
      disabled={!canPay && blockedBy === undefined}
      {...(blockedBy !== undefined && { "aria-disabled": true, "aria-describedby": blockedBy })}
      {...(form !== undefined && { form })}
    >
      {wallet ? t(`checkout.pay_with.${wallet}`) : label}
    </Button>
  );
  return wallet && blockedBy === undefined ? <span className={css.wallet}>{button}</span> : button;
}
