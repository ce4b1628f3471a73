import { loginPath } from "@foyer/rules/account/loginPaths.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout, type EmailContent } from "../../../providers/mail/emailLayout.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";

const loginEmailStrings = {
  "mail.login.footer":
    "{seller} sent you this email because this address was entered to log in or to create an account.",
  "mail.login_code.subject": "{code} is your login code for {seller}",
  "mail.login_code.title": "Your code: {code}",
  "mail.login_code.intro":
    "Enter it on the page where you requested it. It works once and expires in {minutes} minutes.",
  "mail.login_code.link": "Log in",
  "mail.login_code.unasked":
    "If you didn't request this code, you can ignore this email: somebody probably mistyped their address. Never share the code with anyone.",
  "mail.password_reset.subject": "Set your password for {seller}",
  "mail.password_reset.title": "Set your password.",
  "mail.password_reset.intro":
    "Follow the link to choose a new password. It works once and expires in {minutes} minutes.",
  "mail.password_reset.link": "Set a password",
  "mail.password_reset.unasked": "If you didn't request this, you can ignore this email. Your password stays the same.",
  "mail.password_changed.subject": "Your password for {seller} was changed",
  "mail.password_changed.title": "Your password was changed.",
  "mail.password_changed.intro": "You have been logged out on all your devices. Please log in with your new password.",
  "mail.password_changed.unasked": "If this wasn't you, set another password now, and check who can read your emails.",
  "mail.password_changed.link": "Set another password",
  "mail.email_proof.subject": "Confirm your email address for {seller}",
  "mail.email_proof.title": "Please confirm your email address.",
  "mail.email_proof.intro":
    "Confirm this address to use it with your account at {seller}. The link expires in 24 hours.",
  "mail.email_proof.link": "Confirm my address",
  "mail.email_proof.unasked": "If you don't have an account at {seller}, you can ignore this email.",
} as const;

type StringKey = keyof typeof loginEmailStrings;
/** E-mails about a login. Retention deletes them, unlike those about a purchase. */
export const loginEmailKinds = ["login_code", "password_reset", "password_changed", "email_proof"] as const;
type LoginEmailKind = (typeof loginEmailKinds)[number];

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
      { kind: "text", quiet: true, text: t(key("unasked")) },
    ],
    footer: t("mail.login.footer"),
  };
  return emailLayout(seller, origin, content);
};

const minutes = (seconds: number): string => String(Math.round(seconds / 60));

export const loginCodeEmail = (seller: Seller, origin: string, code: string, seconds: number): EmailMessage =>
  loginEmail(seller, origin, "login_code", {
    path: `/${seller.slug}${loginPath(seller.configuration)}?otp=${code}`,
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
