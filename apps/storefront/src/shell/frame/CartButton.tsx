import { Link } from "wouter";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { CartCount } from "../../features/cart/widget/CartCount.tsx";
import { mobileCartModalName } from "../../features/cart/widget/MobileCartButton.tsx";
import { paths } from "../../shared/url/paths.ts";
import { useText } from "../../shared/seller/seller.tsx";
import css from "./Header.module.css";
import { shellStrings } from "./shell.strings.ts";

/** The cart: a link to the checkout if the page has two columns, otherwise a button that opens the cart. */
export function CartButton() {
  const t = useText(shellStrings);
  const { open } = useModal(mobileCartModalName);
  const content = (
    <>
      <Icon name="cart" />
      <span>{t("shell.cart")}</span>
      <CartCount />
    </>
  );
  return (
    <>
      <Link href={paths.checkout()} className={css.cart} data-columns="two">
        {content}
      </Link>
      <button type="button" className={css.cart} data-columns="one" aria-haspopup="dialog" onClick={open}>
        {content}
      </button>
    </>
  );
}
