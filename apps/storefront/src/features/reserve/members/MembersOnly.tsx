import { Link, useLocation, useSearch } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { paths } from "../../../shared/url/paths.ts";
import { canJoin, canLogIn, canRenew } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { NoticePanel } from "../../../shared/page/NoticePanel.tsx";
import { useDeferredText } from "../text/useDeferredText.ts";

export type MembersOnlyProps = { readonly hasExpired: boolean };

/** The notice on an event for members, for non-members and former members. */
export function MembersOnly({ hasExpired }: MembersOnlyProps) {
  const t = useDeferredText();
  const seller = useSeller();
  const isLoggedIn = useLoginStrength() !== "none";
  const offersLogin = !isLoggedIn && canLogIn(seller);
  const offersJoining = canJoin(seller);
  const [path] = useLocation();
  const search = useSearch();
  const login = new URLSearchParams(search);
  login.set("login", "true");
  const heading = t(hasExpired ? "event.expired.title" : "event.members.title");
  if (!offersLogin && !offersJoining)
    return (
      <NoticePanel id="members-only" heading={heading}>
        <p>{t("event.members.elsewhere", { seller: seller.name })}</p>
        <p>
          <Link href={paths.allEvents()} {...buttonAttributes({ kind: "primary" })}>
            {t("event.members.all_events")}
          </Link>
        </p>
      </NoticePanel>
    );
  if (hasExpired && canRenew(seller))
    return (
      <NoticePanel id="members-only" heading={heading}>
        <p>{t("event.expired")}</p>
        <p>
          <Link href={paths.membership("renew")} {...buttonAttributes({ kind: "primary" })}>
            {t("event.expired.renew")}
          </Link>
        </p>
      </NoticePanel>
    );
  const noMember = hasExpired ? "event.expired.join" : "event.members.no_member";
  return (
    <NoticePanel id="members-only" heading={heading}>
      <p>{t(offersLogin ? "event.members" : noMember)}</p>
      {!offersLogin ? (
        <p>
          <Link href={paths.membership()} {...buttonAttributes({ kind: "primary" })}>
            {t("event.members.sign_up")}
          </Link>
        </p>
      ) : (
        <>
          <p>
            <Link href={`${path}?${login}`} rel="nofollow" {...buttonAttributes({ kind: "primary" })}>
              {t("event.members.login")}
            </Link>
          </p>
          {offersJoining && (
            <p>
              {t("event.members.join")} <Link href={paths.membership()}>{t("event.members.sign_up")}</Link>
            </p>
          )}
        </>
      )}
    </NoticePanel>
  );
}
