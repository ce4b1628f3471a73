import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { paths } from "../../shared/url/paths.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { useMember } from "../login/session/useMember.ts";
import { accountStrings } from "./account.strings.ts";
import css from "./AccountNav.module.css";

type Tab = { readonly to: string; readonly label: keyof typeof accountStrings; readonly isShown: boolean | undefined };

/** Does not use `scrollIntoView`: in Chromium the next Tab would start at the link instead of the start of the page. */
const scrollToCurrent = (row: HTMLElement): void => {
  const link = row.querySelector("[aria-current]");
  if (!link) return;
  const [around, inside] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  row.scrollLeft += inside.left - around.left - (around.width - inside.width) / 2;
};

/** The tabs of the account: the pages that the seller has enabled. */
export function AccountNav() {
  const t = useText(accountStrings);
  const { my_account_pages: pages } = useSeller().configuration;
  const { memberships } = useMember();
  const [path] = useLocation();
  const tabs: readonly Tab[] = [
    { to: paths.myMembership(), label: "account.tab.membership", isShown: memberships.length > 0 },
    { to: paths.myProfile(), label: "account.tab.profile", isShown: pages?.my_profile },
    { to: paths.myUpcoming(), label: "account.tab.tickets", isShown: pages?.upcoming_events },
    { to: paths.myOrders(), label: "account.tab.orders", isShown: pages?.recent_orders },
  ];
  // On a phone the row can be wider than the screen.
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (nav.current) scrollToCurrent(nav.current);
  }, [path]);
  const isHere = (to: string): boolean => path === to || path.startsWith(`${to}/`);
  return (
    <nav
      ref={nav}
      className={css.nav}
      aria-label={t("account.nav")}
      // Browsers do not scroll to a focused link that is partly visible.
      onFocus={({ target }) => target.scrollIntoView({ inline: "nearest", block: "nearest" })}
    >
      <ul role="list">
        {tabs
          .filter(({ isShown }) => isShown)
          .map(({ to, label }) => (
            <li key={to}>
              <Link href={to} className={css.link} aria-current={isHere(to) ? "page" : undefined}>
                {t(label)}
              </Link>
            </li>
          ))}
      </ul>
      <Link href={paths.logout()} className={css.link} data-logout="">
        {t("account.logout")}
      </Link>
    </nav>
  );
}
