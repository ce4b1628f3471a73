import { Link } from "wouter";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { EmailPage } from "./EmailPage.tsx";
import { sendMembershipEmail, requestPasswordResetEmail } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";

const requestEmail = { forgot_password: requestPasswordResetEmail, forgot_membership: sendMembershipEmail };

/** E-mails a password reset link, or a forgotten member ID. */
export function ForgotPage({ kind }: { readonly kind: keyof typeof requestEmail }) {
  const t = useText(loginStrings);
  const seller = useSeller();
  return (
    <EmailPage
      title={t(`${kind}.title`)}
      text={t(`${kind}.text`)}
      submitLabel={t(`${kind}.submit`)}
      send={requestEmail[kind]}
      sentMessage={(email) => t(`${kind}.done`, { email })}
      links={<Link href={paths.login(seller.configuration)}>{t("forgot.login")}</Link>}
    />
  );
}
