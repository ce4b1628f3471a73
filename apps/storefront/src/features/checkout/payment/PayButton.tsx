import { Button } from "@foyer/ui/action/Button.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "../Checkout.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import type { CardPayment } from "./useCardPayment.ts";

export type PayButtonProps = {
  readonly card: Pick<CardPayment, "wallet" | "canPay">;
  readonly label: string;
  readonly isBusy: boolean;
  /** The form that it sends, where it stands outside of it. */
  readonly form?: string;
  readonly wide?: boolean;
  /** The id of what holds the payment back: the button can be pressed, and leads there. */
  readonly blockedBy?: string | undefined;
};

/** What pays: the button of the wallet that was chosen, else the usual one. */
export function PayButton({ card: { wallet, canPay }, label, isBusy, form, wide = false, blockedBy }: PayButtonProps) {
  const t = useText(checkoutStrings);
  const button = (
    <Button
      kind="primary"
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
