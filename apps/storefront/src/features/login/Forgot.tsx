import { Link } from "wouter";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { EmailPage } from "./EmailPage.tsx";
import { askForMembership, askForReset } from "./login.queries.ts";
import { loginStrings } from "./login.strings.ts";

const asked = { forgot_password: askForReset, forgot_membership: askForMembership };

/** Somebody does not know what they log in with: it comes by mail. */
export function Forgot({ what }: { readonly what: keyof typeof asked }) {
  const t = useText(loginStrings);
  const seller = useSeller();
  return (
    <EmailPage
      title={t(`${what}.title`)}
      text={t(`${what}.text`)}
      submitLabel={t(`${what}.submit`)}
      send={asked[what]}
      sent={(email) => t(`${what}.done`, { email })}
      ways={<Link href={paths.login(seller.configuration)}>{t("forgot.login")}</Link>}
    />
  );
}
