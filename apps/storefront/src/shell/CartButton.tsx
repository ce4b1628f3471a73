import { Link } from "wouter";
import { Icon } from "@foyer/ui/Icon.tsx";
import { CartCount } from "../features/cart/CartCount.tsx";
import { paths } from "../shared/paths.ts";
import { useText } from "../shared/seller.tsx";
import css from "./Header.module.css";
import { shellStrings } from "./shell.strings.ts";

/** Leads to the checkout. */
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
