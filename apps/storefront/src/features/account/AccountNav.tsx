import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { paths } from "../../shared/url/paths.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { useMember } from "../login/session/useMember.ts";
import { accountStrings } from "./account.strings.ts";
import css from "./AccountNav.module.css";

type NavEntry = {
  readonly to: string;
  readonly label: keyof typeof accountStrings;
  readonly isShown: boolean | undefined;
};
type NavGroup = { readonly heading: keyof typeof accountStrings; readonly entries: readonly NavEntry[] };

/** The navigation of the account, with the pages that the seller has enabled. */
export function AccountNav() {
  const t = useText(accountStrings);
  const { my_account_pages: pages } = useSeller().configuration;
  const { memberships } = useMember();
  const [path] = useLocation();
  const groups: readonly NavGroup[] = [
    {
      heading: "account.membership",
      entries: [{ to: paths.myMembership(), label: "account.my_membership", isShown: memberships.length > 0 }],
    },
    {
      heading: "account.profile",
      entries: [{ to: paths.myProfile(), label: "account.my_profile", isShown: pages?.my_profile }],
    },
    {
      heading: "account.tickets",
      entries: [
        { to: paths.myUpcoming(), label: "account.my_upcoming", isShown: pages?.upcoming_events },
        { to: paths.myOrders(), label: "account.my_orders", isShown: pages?.recent_orders },
      ],
    },
  ];
  // On a phone the row may be wider than the screen.
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
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
      {groups.map(({ heading, entries }) => {
        const shown = entries.filter(({ isShown }) => isShown);
        if (shown.length === 0) return null;
        return (
          <div key={heading} className={css.group}>
            <h2 id={heading} className={css.heading}>
              {t(heading)}
            </h2>
            <ul role="list" aria-labelledby={heading}>
              {shown.map(({ to, label }) => (
                <li key={to}>
                  <Link href={to} className={css.link} aria-current={isHere(to) ? "page" : undefined}>
                    {t(label)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <Link href={paths.logout()} className={css.link} data-logout="">
        {t("account.logout")}
      </Link>
    </nav>
  );
}
