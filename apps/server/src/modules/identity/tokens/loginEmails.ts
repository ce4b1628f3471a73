import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout, type EmailContent } from "../../../providers/mail/emailLayout.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";

const loginEmailStrings = {
  "mail.login.footer": "{seller} wrote to you because somebody gave this address there to log in.",
  "mail.login_code.subject": "{code} is your code for {seller}",
  "mail.login_code.title": "Your code: {code}",
  "mail.login_code.intro": "Enter it where you asked for it. It is good for {minutes} minutes, and once.",
  "mail.login_code.link": "Show the code",
  "mail.login_code.unasked":
    "You did not ask for it? Then somebody mistyped their address, and nothing happens. Tell the code to nobody.",
  "mail.password_reset.subject": "Set your password for {seller}",
  "mail.password_reset.title": "Set your password.",
  "mail.password_reset.intro": "The link is good for {minutes} minutes, and once.",
  "mail.password_reset.link": "Set a password",
  "mail.password_reset.unasked": "You did not ask for it? Then nothing happens, and your password stays as it is.",
  "mail.password_changed.subject": "Your password for {seller} was changed",
  "mail.password_changed.title": "Your password was changed.",
  "mail.password_changed.intro": "You are logged out everywhere. Log in with your new password.",
  "mail.password_changed.unasked": "It was not you? Set another one at once: whoever did it can read your mail.",
  "mail.password_changed.link": "Set another password",
  "mail.email_proof.subject": "Confirm your e-mail address for {seller}",
  "mail.email_proof.title": "Is this your address?",
  "mail.email_proof.intro": "Confirm it, so that your account at {seller} can use it. The link is good for a day.",
  "mail.email_proof.link": "Confirm my address",
  "mail.email_proof.unasked": "You have no account there? Then do nothing.",
} as const;

type StringKey = keyof typeof loginEmailStrings;
type LoginEmailKind = "login_code" | "password_reset" | "password_changed" | "email_proof";

const loginEmail = (
  seller: Seller,
  origin: string,
  kind: LoginEmailKind,
  { path, values = {} }: { readonly path: `/${string}`; readonly values?: Readonly<Record<string, string>> },
): EmailMessage => {
  const t = sellerText(seller, loginEmailStrings, { seller: seller.name, ...values });
  const key = (part: string) => `mail.${kind}.${part}` as StringKey;
  const content: EmailContent = {
    subject: t(key("subject")),
    title: t(key("title")),
    intro: t(key("intro")),
    parts: [
      { kind: "action", link: { label: t(key("link")), path } },
      { kind: "words", quiet: true, text: t(key("unasked")) },
    ],
    footer: t("mail.login.footer"),
  };
  return emailLayout(seller, origin, content);
};

const minutes = (seconds: number): string => String(Math.round(seconds / 60));
/** Where a seller's login page is: their own path, or the usual one. */
const loginPath = ({ configuration }: Seller): string => {
  const { login_path } = configuration;
  return login_path !== undefined && /^\/[\w/-]*$/.test(login_path) ? login_path : "/login";
};

export const loginCodeEmail = (seller: Seller, origin: string, code: string, seconds: number): EmailMessage =>
  loginEmail(seller, origin, "login_code", {
    path: `/${seller.slug}${loginPath(seller)}?otp=${code}`,
    values: { code, minutes: minutes(seconds) },
  });
export const passwordResetEmail = (seller: Seller, origin: string, token: string, seconds: number): EmailMessage =>
  loginEmail(seller, origin, "password_reset", {
    path: `/${seller.slug}/user/reset-password?token=${token}`,
    values: { minutes: minutes(seconds) },
  });
export const passwordChangedEmail = (seller: Seller, origin: string): EmailMessage =>
  loginEmail(seller, origin, "password_changed", { path: `/${seller.slug}/user/forgot-password` });
export const verificationEmail = (seller: Seller, origin: string, token: string): EmailMessage =>
  loginEmail(seller, origin, "email_proof", { path: `/${seller.slug}/user/set-email-address?token=${token}` });
