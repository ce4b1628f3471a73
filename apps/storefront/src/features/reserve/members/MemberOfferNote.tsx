import { Link, useLocation, useSearch } from "wouter";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { loginMethodOf } from "../../login/loginMethod.ts";
import { useMember } from "../../login/session/useMember.ts";
import css from "./MemberOfferNote.module.css";
import { useDeferredText } from "../text/useDeferredText.ts";

/** Tells visitors who are not members that there are more tickets for members, and how to get them. */
export function MemberOfferNote() {
  const t = useDeferredText();
  const { configuration, web } = useSeller();
  const { strength, isMember, hadMembership, isLoading } = useMember();
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  search.set("login", "true");
  if (isMember || isLoading) return null;
  const canLogIn = strength === "none" && loginMethodOf(configuration) !== "none";
  const canJoin = web.membership_event_id !== undefined || web.external_membership_url !== undefined;
  if (hadMembership)
    return (
      <p className={css.note}>
        {t("event.more_for_members.expired")} <Link href={paths.membership("renew")}>{t("event.expired.renew")}</Link>
      </p>
    );
  return (
    <p className={css.note} data-to={strength === "none" ? "visitors" : undefined}>
      {t("event.more_for_members")}{" "}
      {canLogIn && (
        <Link href={`${path}?${search}`} rel="nofollow">
          {t("event.members.login")}
        </Link>
      )}
      {canLogIn && canJoin && "\u00a0· "}
      {canJoin && <Link href={paths.membership()}>{t("event.members.sign_up")}</Link>}
    </p>
  );
}
