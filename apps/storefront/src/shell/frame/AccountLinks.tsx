import { useEffect } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { useLoginStrength } from "../../features/login/session/loginStrength.ts";
import { showLoadFailure } from "../../shared/errors/showLoadFailure.ts";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { paths } from "../../shared/url/paths.ts";
import { canJoin, canLogIn } from "../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import css from "./Header.module.css";
import { shellStrings } from "./shell.strings.ts";

const lazyMembersMenu = lazyComponent(["src/shell/frame/MembersMenu.tsx"], () => import("./MembersMenu.tsx"));

/** Links to register and log in, or the menu of a logged-in visitor. */
export function AccountLinks() {
  const seller = useSeller();
  const t = useText(shellStrings);
  const [path] = useLocation();
  const search = useSearch();
  const strength = useLoginStrength();
  const isLoggedIn = strength !== "none";
  const menu = lazyMembersMenu.useLoadedWhen(isLoggedIn);
  useEffect(() => {
    if (!isLoggedIn) return;
    lazyMembersMenu
      .load()
      .catch(() => showLoadFailure({ load: lazyMembersMenu.load, key: "members' menu" }, t("shell.part_failed")));
  }, [isLoggedIn, t]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (isLoggedIn) dataset.loggedIn = "";
    else delete dataset.loggedIn;
  }, [isLoggedIn]);
  if (isLoggedIn && menu) return <menu.MembersMenu />;

  const here = path.startsWith("~") ? "/" : path;
  // Keeps the filters of the page.
  const login = new URLSearchParams(search);
  login.set("login", "true");
  return (
    <span className={css.guest}>
      {canJoin(seller) && (
        <Link href={paths.membership()} className={css.link}>
          {t("shell.register")}
        </Link>
      )}
      {canLogIn(seller) && (
        <Link href={`${here}?${login}`} className={css.link} rel="nofollow">
          {t("shell.login")}
        </Link>
      )}
    </span>
  );
}
