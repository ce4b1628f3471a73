import { Link } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { paths } from "../../shared/url/paths.ts";
import { LoginPanel } from "../login/panel/LoginPanel.tsx";
import css from "./Account.module.css";
import { accountStrings } from "./account.strings.ts";

/** Replaces the account where a member number is the only login: it gives benefits but shows nothing personal. */
export function NumberOnly({ path, isLoggedIn }: { readonly path: string; readonly isLoggedIn: boolean }) {
  const t = useText(accountStrings);
  return (
    <>
      <h1>{t("account.number")}</h1>
      <p>{t(isLoggedIn ? "account.number.logged_in" : "account.number.text")}</p>
      {!isLoggedIn && <LoginPanel redirect={path} onDone={() => undefined} />}
      <WaysOn hasEvents={isLoggedIn} />
    </>
  );
}

/** Replaces the account of a seller without a login. */
export function NoAccounts() {
  const t = useText(accountStrings);
  return (
    <>
      <h1>{t("account.none")}</h1>
      <p>{t("account.none.text")}</p>
      <WaysOn hasEvents />
    </>
  );
}

function WaysOn({ hasEvents }: { readonly hasEvents: boolean }) {
  const t = useText(accountStrings);
  return (
    <p className={css.numberLinks}>
      {hasEvents && (
        <Link href={paths.events()} {...buttonAttributes({ kind: "primary" })}>
          {t("account.number.events")}
        </Link>
      )}
      <Link href={paths.resend()} {...buttonAttributes({ kind: "quiet" })}>
        {t("account.number.resend")}
      </Link>
    </p>
  );
}
