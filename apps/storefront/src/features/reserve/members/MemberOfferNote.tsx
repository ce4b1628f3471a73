import { Link, useLocation, useSearch } from "wouter";
import { paths } from "../../../shared/url/paths.ts";
import { canJoin, canLogIn, canRenew } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useMember } from "../../login/session/useMember.ts";
import css from "./MemberOfferNote.module.css";
import { useDeferredText } from "../text/useDeferredText.ts";

/** Tells visitors who are not members that there are more tickets for members, and how to get them. */
export function MemberOfferNote() {
  const t = useDeferredText();
  const seller = useSeller();
  const { strength, isMember, hadMembership, isLoading } = useMember();
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  search.set("login", "true");
  if (isMember || isLoading) return null;
  const offersLogin = strength === "none" && canLogIn(seller);
  const offersJoining = canJoin(seller);
  if (hadMembership && canRenew(seller))
    return (
      <p className={css.note}>
        {t("event.more_for_members.expired")} <Link href={paths.membership("renew")}>{t("event.expired.renew")}</Link>
      </p>
    );
  return (
    <p className={css.note} data-audience={strength === "none" ? "visitors" : undefined}>
      {t(hadMembership ? "event.more_for_members.ended" : "event.more_for_members")}{" "}
      {offersLogin && (
        <Link href={`${path}?${search}`} rel="nofollow">
          {t("event.members.login")}
        </Link>
      )}
      {offersLogin && offersJoining && "\u00a0· "}
      {offersJoining && <Link href={paths.membership()}>{t("event.members.sign_up")}</Link>}
    </p>
  );
}
