import { Button } from "@foyer/ui/Button.tsx";
import { useText } from "../../shared/seller.tsx";
import { checkoutStrings } from "./checkout.strings.ts";
import type { CardForm } from "./useCard.ts";

export type PayButtonProps = {
  readonly card: Pick<CardForm, "wallet" | "canPay">;
  readonly label: string;
  readonly isBusy: boolean;
  /** The form that it sends, where it stands outside of it. */
  readonly form?: string;
  readonly wide?: boolean;
};

/** What pays: the button of the wallet that was chosen, else the usual one. */
export function PayButton({ card: { wallet, canPay }, label, isBusy, form, wide = false }: PayButtonProps) {
  const t = useText(checkoutStrings);
  return (
    <Button
      kind={wallet ? "wallet" : "primary"}
      wide={wide}
      type="submit"
      busy={isBusy}
      disabled={!canPay}
      {...(form !== undefined && { form })}
    >
      {wallet ? t(`checkout.pay_with.${wallet}`) : label}
    </Button>
  );
}
