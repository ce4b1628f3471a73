import { IconButton } from "@foyer/ui/IconButton.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { useText } from "../../shared/seller.tsx";
import { useSleeps } from "../../shared/sleepingPart.tsx";
import { CartCount } from "./CartCount.tsx";
import { cartStrings } from "./cart.strings.ts";

export const mobileCartModal = "cart";

/** Opens a phone's cart, with the count on its corner: for the bottom bar. The cart itself loads when it is opened. */
export function MobileCartButton() {
  const { open } = useModal(mobileCartModal);
  const t = useText(cartStrings);
  return (
    <IconButton
      data-sleeps={useSleeps()}
      icon="cart"
      kind="edged"
      label={t("cart.open")}
      badge={<CartCount />}
      onClick={open}
    />
  );
}
