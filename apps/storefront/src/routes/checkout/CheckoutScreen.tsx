import { checkoutStrings } from "../../features/checkout/checkout.strings.ts";
import { CheckoutPanel } from "../../features/checkout/CheckoutPanel.tsx";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params }: ScreenProps) {
  return <CheckoutPanel cartId={params.cartId} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["checkout.title"] ?? checkoutStrings["checkout.title"],
});
