import { Link } from "wouter";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { CartCount } from "../../features/cart/widget/CartCount.tsx";
import { paths } from "../../shared/url/paths.ts";
import { useText } from "../../shared/seller/seller.tsx";
import css from "./Header.module.css";
import { shellStrings } from "./shell.strings.ts";

/** A link to the checkout. */
export function CartButton() {
  const t = useText(shellStrings);
  return (
    <Link href={paths.checkout()} className={css.cart}>
      <Icon name="cart" />
      <span>{t("shell.cart")}</span>
      <CartCount />
    </Link>
  );
}
