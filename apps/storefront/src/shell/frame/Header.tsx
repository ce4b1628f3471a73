import { Link } from "wouter";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { AccountLinks } from "./AccountLinks.tsx";
import { useIsStatic } from "../../shared/hydration/staticPart.tsx";
import { CartButton } from "./CartButton.tsx";
import css from "./Header.module.css";
import { Logo } from "./Logo.tsx";
import { shellStrings } from "./shell.strings.ts";

export function Header() {
  const { name } = useSeller();
  const t = useText(shellStrings);
  return (
    <header className={css.header} data-static={useIsStatic()}>
      <Link href="/" className={css.home} aria-label={t("shell.home", { seller: name })}>
        <Logo />
      </Link>
      <nav className={css.nav} aria-label={t("shell.account")}>
        <AccountLinks />
        <CartButton />
      </nav>
    </header>
  );
}
