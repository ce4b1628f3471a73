import { Link, useLocation, useSearch } from "wouter";
import { paths } from "../../shared/paths.ts";
import { useSeller } from "../../shared/seller.tsx";
import { methodOf } from "../login/loginMethod.ts";
import { useMember } from "../login/useMember.ts";
import css from "./MemberNote.module.css";
import { useLaterText } from "./useLaterText.ts";

/** Beside what everybody can buy of an event there is something for members: said to whoever is none, with the way to it. */
export function MemberNote() {
  const t = useLaterText();
  const { configuration, web } = useSeller();
  const { strength, isMember, hadMembership, isLoading } = useMember();
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  search.set("login", "true");
  if (isMember || isLoading) return null;
  const canLogIn = strength === "none" && methodOf(configuration) !== "none";
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
