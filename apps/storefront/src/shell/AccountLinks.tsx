import { useEffect } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { useStrength } from "../features/login/loggedIn.ts";
import { lazyPart } from "../shared/lazyPart.ts";
import { paths } from "../shared/paths.ts";
import { useSeller, useText } from "../shared/seller.tsx";
import css from "./Header.module.css";
import { shellStrings } from "./shell.strings.ts";

const menuPart = lazyPart(["src/shell/MembersMenu.tsx"], () => import("./MembersMenu.tsx"));

/** A visitor's ways to register and to log in; of whoever is logged in, their menu. */
export function AccountLinks() {
  const { configuration } = useSeller();
  const t = useText(shellStrings);
  const [path] = useLocation();
  const search = useSearch();
  const strength = useStrength();
  const isKnown = strength !== "none";
  const menu = menuPart.usePartWhen(isKnown);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (isKnown) dataset.known = "";
    else delete dataset.known;
  }, [isKnown]);
  if (isKnown && menu) return <menu.MembersMenu />;

  const here = path.startsWith("~") ? "/" : path;
  // What the page is narrowed to stays as it is.
  const login = new URLSearchParams(search);
  login.set("login", "true");
  return (
    <span className={css.guest}>
      <Link href={paths.membership()} className={css.link}>
        {t("shell.register")}
      </Link>
      {configuration.authentication !== "none" && (
        <Link href={`${here}?${login}`} className={css.link} rel="nofollow">
          {t("shell.login")}
        </Link>
      )}
    </span>
  );
}
