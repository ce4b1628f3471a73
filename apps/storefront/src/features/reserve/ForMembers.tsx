import { Link, useLocation, useSearch } from "wouter";
import { buttonLook } from "@foyer/ui/Button.tsx";
import { useStrength } from "../login/loggedIn.ts";
import { paths } from "../../shared/paths.ts";
import css from "./EventPage.module.css";
import { useLaterText } from "./useLaterText.ts";

export type ForMembersProps = { readonly hasExpired: boolean };

/** What an event for members says to everybody else, and to those who were members once. */
export function ForMembers({ hasExpired }: ForMembersProps) {
  const t = useLaterText();
  const isIn = useStrength() !== "none";
  const [path] = useLocation();
  const search = useSearch();
  const login = new URLSearchParams(search);
  login.set("login", "true");
  if (hasExpired)
    return (
      <section className={css.members} aria-labelledby="members-only">
        <h2 id="members-only">{t("event.expired.title")}</h2>
        <p>{t("event.expired")}</p>
        <p>
          <Link href={paths.membership("renew")} {...buttonLook({ kind: "primary" })}>
            {t("event.expired.renew")}
          </Link>
        </p>
      </section>
    );
  return (
    <section className={css.members} aria-labelledby="members-only">
      <h2 id="members-only">{t("event.members.title")}</h2>
      <p>{t(isIn ? "event.members.no_member" : "event.members")}</p>
      {isIn ? (
        <p>
          <Link href={paths.membership()} {...buttonLook({ kind: "primary" })}>
            {t("event.members.sign_up")}
          </Link>
        </p>
      ) : (
        <>
          <p>
            <Link href={`${path}?${login}`} rel="nofollow" {...buttonLook({ kind: "primary" })}>
              {t("event.members.login")}
            </Link>
          </p>
          <p>
            {t("event.members.join")} <Link href={paths.membership()}>{t("event.members.sign_up")}</Link>
          </p>
        </>
      )}
    </section>
  );
}
