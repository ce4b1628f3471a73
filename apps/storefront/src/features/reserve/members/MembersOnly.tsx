import { Link, useLocation, useSearch } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { paths } from "../../../shared/url/paths.ts";
import css from "../../../shared/form/EventLayout.module.css";
import { useDeferredText } from "../text/useDeferredText.ts";

export type MembersOnlyProps = { readonly hasExpired: boolean };

/** What an event for members says to everybody else, and to those who were members once. */
export function MembersOnly({ hasExpired }: MembersOnlyProps) {
  const t = useDeferredText();
  const isLoggedIn = useLoginStrength() !== "none";
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
          <Link href={paths.membership("renew")} {...buttonAttributes({ kind: "primary" })}>
            {t("event.expired.renew")}
          </Link>
        </p>
      </section>
    );
  return (
    <section className={css.members} aria-labelledby="members-only">
      <h2 id="members-only">{t("event.members.title")}</h2>
      <p>{t(isLoggedIn ? "event.members.no_member" : "event.members")}</p>
      {isLoggedIn ? (
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
          <p>
            {t("event.members.join")} <Link href={paths.membership()}>{t("event.members.sign_up")}</Link>
          </p>
        </>
      )}
    </section>
  );
}
