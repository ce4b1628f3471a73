import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { signOut } from "@foyer/contract/office/staff/signIn.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { CallError, callForAnybody } from "../shared/call.ts";
import { useAction } from "../shared/Form.tsx";
import { formatMoment } from "../shared/format/format.ts";
import { meQuery, queryClient } from "../shared/queries.ts";
import { StepUpHost } from "../shared/StepUpHost.tsx";
import { saveBeforeSignOut } from "../shared/dialog/unsaved.ts";
import { ToastProvider } from "../shared/Toast.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { ModeTag } from "./ModeTag.tsx";
import { isOfScreenBelow, screensFor, type Screen } from "./screens.ts";
import { SignInAgain } from "./SignInAgain.tsx";
import { SignOutDialog } from "./SignOutDialog.tsx";
import { SearchDialog } from "./SearchDialog.tsx";
import { useKeptFocus } from "./useKeptFocus.ts";
import { useKeys, useSearchKey } from "./useKeys.ts";
import css from "./Shell.module.css";

/** The frame of every screen: the seller, the screens that the reader can use, and their account. */
export function Shell() {
  const { data: me } = useQuery(meQuery);
  const { slug } = useParams({ strict: false });
  const navigate = useNavigate();
  const [hasKeys, setKeys] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const seller = me?.sellers.find((one) => one.slug === slug) ?? me?.sellers[0];
  const screens = seller ? screensFor(seller.permissions) : [];
  useKeys({
    "?": () => setKeys(true),
    "/": () => setSearching(true),
    "g u": () => navigate({ to: "/account" }),
    ...Object.fromEntries(
      screens.map(({ key, to }) => [`g ${key}`, () => navigate({ to, params: { slug: seller?.slug ?? "" } })]),
    ),
  });
  useSearchKey(() => setSearching(true));
  useKeptFocus();
  const [isAsking, setAsking] = useState(false);
  const leave = useAction(async (isAsked: boolean) => {
    if (!isAsked && !(await saveBeforeSignOut())) return setAsking(true);
    // A user who is signed out already must not be asked to sign in for this.
    await callForAnybody(signOut, {}).catch((error: unknown) => {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
    });
    queryClient.clear();
    await navigate({ to: "/sign-in", ignoreBlocker: isAsked });
  });
  if (!me) return null;
  return (
    <ToastProvider>
      <a className={css.skip} href="#main">
        Skip to the content
      </a>
      <div className={css.shell}>
        <header className={css.header}>
          <SellerSwitch slug={seller?.slug} />
          {seller?.permissions.includes("board.read") === true && <ModeTag slug={seller.slug} />}
          {seller && (
            <Button size="small" onClick={() => setSearching(true)} aria-keyshortcuts="/ Control+K Meta+K">
              Search
            </Button>
          )}
          <div className={css.person}>
            <Button
              size="small"
              kind="text"
              onClick={() => setKeys(true)}
              aria-keyshortcuts="?"
              aria-label="Keyboard shortcuts"
            >
              ?
            </Button>
            <Link to="/account" className={css.account}>
              {me.name}
            </Link>
            <Button size="small" busy={leave.isBusy} onClick={() => void leave.run(false)}>
              Sign out
            </Button>
          </div>
        </header>
        <div className={css.side}>
          <Screens slug={seller?.slug ?? ""} screens={screens} isOperator={me.is_operator} />
        </div>
        <main className={css.main} id="main">
          {seller?.visit_until != null && slug !== undefined && (
            <Banner>
              You visit {seller.name} as the operator until {formatMoment(seller.visit_until, seller.timezone)}. You can
              read but not change anything.
            </Banner>
          )}
          <Outlet />
        </main>
      </div>
      {isSearching && seller && (
        <SearchDialog
          slug={seller.slug}
          screens={screens}
          permissions={seller.permissions}
          onClose={() => setSearching(false)}
        />
      )}
      {isAsking && (
        <SignOutDialog isBusy={leave.isBusy} onSignOut={() => void leave.run(true)} onClose={() => setAsking(false)} />
      )}
      {hasKeys && <KeysDialog screens={screens} onClose={() => setKeys(false)} />}
      <StepUpHost />
      <SignInAgain me={me} />
    </ToastProvider>
  );
}

type ScreensProps = { readonly slug: string; readonly screens: readonly Screen[]; readonly isOperator: boolean };

/** The screens that the reader can use, in groups. */
function Screens({ slug, screens, isOperator }: ScreensProps) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (nav.current) showCurrent(nav.current);
  }, [pathname, screens.length]);
  return (
    <nav className={css.nav} aria-label="Screens" ref={nav}>
      {isOperator && (
        <div>
          <h2 className={css.group}>Operator</h2>
          <ul>
            <li>
              <Link to="/operator" className={css.item}>
                Sellers
              </Link>
            </li>
          </ul>
        </div>
      )}
      {inGroups(screens).map(([group, items]) => (
        <div key={group}>
          <h2 className={css.group}>{group}</h2>
          <ul>
            {items.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ slug }}
                  className={css.item}
                  activeOptions={{ includeSearch: false, exact: to === "/$slug" || isOfScreenBelow(to, pathname) }}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Scrolls only the navigation, to centre the current screen's link if it is out of sight. */
const showCurrent = (nav: HTMLElement): void => {
  const link = nav.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!link) return;
  const frame = nav.getBoundingClientRect();
  const isSeen =
    link.left >= frame.left && link.right <= frame.right && link.top >= frame.top && link.bottom <= frame.bottom;
  if (isSeen) return;
  nav.scrollBy({
    left: link.left - frame.left - (frame.width - link.width) / 2,
    top: link.top - frame.top - (frame.height - link.height) / 2,
    behavior: "instant",
  });
};

/** Groups that are used every day come first. */
const inGroups = (screens: readonly Screen[]): readonly (readonly [string, readonly Screen[]])[] => {
  const groups = Map.groupBy(screens, ({ group }) => group);
  return [...groups].toSorted(([one], [other]) => Number(other === "Today") - Number(one === "Today"));
};

/** The seller is part of the address, so two tabs can show two sellers. */
function SellerSwitch({ slug }: { readonly slug: string | undefined }) {
  const { data: me } = useQuery(meQuery);
  const navigate = useNavigate();
  const sellers = me?.sellers ?? [];
  if (sellers.length < 2) return <p className={css.seller}>{sellers[0]?.name ?? "Foyer back office"}</p>;
  const go = (slug: string): void => void navigate({ to: "/$slug", params: { slug } });
  return (
    <select className={css.sellerSelect} aria-label="Seller" value={slug} onChange={({ target }) => go(target.value)}>
      {sellers.map((one) => (
        <option key={one.slug} value={one.slug}>
          {one.name}
        </option>
      ))}
    </select>
  );
}
