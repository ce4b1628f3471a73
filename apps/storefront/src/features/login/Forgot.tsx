import { Link } from "wouter";
import { Page } from "@foyer/ui/Layout.tsx";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { EmailForm } from "./EmailForm.tsx";
import css from "./Login.module.css";
import { askForMembership, askForReset } from "./login.queries.ts";
import { loginStrings } from "./login.strings.ts";

const asked = { forgot_password: askForReset, forgot_membership: askForMembership };

/** Somebody does not know what they log in with: it comes by mail. */
export function Forgot({ what }: { readonly what: keyof typeof asked }) {
  const t = useText(loginStrings);
  const seller = useSeller();
  return (
    <Page>
      <div className={css.screen}>
        <h1>{t(`${what}.title`)}</h1>
        <p>{t(`${what}.text`)}</p>
        <EmailForm
          submitLabel={t(`${what}.submit`)}
          send={(email) => asked[what](seller, email)}
          sent={(email) => t(`${what}.done`, { email })}
        />
        <p className={css.ways}>
          <Link href={paths.login(seller.configuration)}>{t("forgot.login")}</Link>
        </p>
      </div>
    </Page>
  );
}
