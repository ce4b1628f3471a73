import { Link, useLocation } from "wouter";
import { useSeller, useText } from "../shared/seller.tsx";
import { paths } from "../shared/paths.ts";
import { CartButton } from "./CartButton.tsx";
import css from "./Header.module.css";
import { Logo } from "./Logo.tsx";
import { shellStrings } from "./shell.strings.ts";

export function Header() {
  const { name, configuration } = useSeller();
  const t = useText(shellStrings);
  const [path] = useLocation();
  const here = path.startsWith("~") ? "/" : path;
  return (
    <header className={css.header}>
      <Link href="/" className={css.home} aria-label={t("shell.home", { seller: name })}>
        <Logo />
      </Link>
      <nav className={css.nav} aria-label={t("shell.account")}>
        <Link href={paths.membership()} className={css.link}>
          {t("shell.register")}
        </Link>
        {configuration.authentication !== "none" && (
          <Link href={`${here}?login=true`} className={css.link} rel="nofollow">
            {t("shell.login")}
          </Link>
        )}
        <CartButton />
      </nav>
    </header>
  );
}
