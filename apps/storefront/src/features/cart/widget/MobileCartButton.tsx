import { IconButton } from "@foyer/ui/action/IconButton.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useIsStatic } from "../../../shared/hydration/staticPart.tsx";
import { CartCount } from "./CartCount.tsx";
import { cartStrings } from "../cart.strings.ts";

export const mobileCartModalName = "cart";

/** The bottom bar's button that opens the cart on a phone, with the number of tickets. */
export function MobileCartButton() {
  const { open } = useModal(mobileCartModalName);
  const t = useText(cartStrings);
  return (
    <IconButton
      data-static={useIsStatic()}
      icon="cart"
      kind="edged"
      label={t("cart.open")}
      badge={<CartCount />}
      onClick={open}
    />
  );
}
