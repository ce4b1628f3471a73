import { Button } from "@foyer/ui/Button.tsx";
import { useText } from "../../shared/seller.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import type { CardForm } from "./useCard.ts";

export type PayButtonProps = {
  readonly card: Pick<CardForm, "wallet" | "canPay">;
  readonly label: string;
  readonly isBusy: boolean;
  /** The form that it sends, where it stands outside of it. */
  readonly form?: string;
  readonly wide?: boolean;
  /** The id of what holds the payment back: the button can be pressed, and leads there. */
  readonly heldBy?: string | undefined;
};

/** What pays: the button of the wallet that was chosen, else the usual one. */
export function PayButton({ card: { wallet, canPay }, label, isBusy, form, wide = false, heldBy }: PayButtonProps) {
  const t = useText(checkoutStrings);
  const button = (
    <Button
      kind="primary"
      wide={wide}
      type="submit"
      busy={isBusy}
      disabled={!canPay && heldBy === undefined}
      {...(heldBy !== undefined && { "aria-disabled": true, "aria-describedby": heldBy })}
      {...(form !== undefined && { form })}
    >
      {wallet ? t(`checkout.pay_with.${wallet}`) : label}
    </Button>
  );
  return wallet && heldBy === undefined ? <span className={css.wallet}>{button}</span> : button;
}
