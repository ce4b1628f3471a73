import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";
import { queueEmail } from "../../providers/mail/queueEmail.ts";
import type { Database } from "../../db/connections.ts";
import { newId } from "../../db/newId.ts";

const roleWords: Readonly<Record<StaffRole, string>> = {
  owner: "owner",
  manager: "manager",
  box_office: "box office",
  scanner: "scanner",
  finance: "finance",
  reporter: "reporter",
};

/** Such as 'box office and scanner'. */
export const rolesInWords = (roles: readonly StaffRole[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(roles.map((role) => roleWords[role]));

/** Queues e-mails to the staff of a seller. */
export type StaffMailer = {
  readonly db: Database;
  readonly seller: Seller;
  readonly origin: string;
  /** The account has no role: it is told in the name of the installation. */
  readonly isOfInstallation?: boolean;
};

type Content = {
  readonly subject: string;
  readonly title: string;
  readonly intro: string;
  readonly more?: string;
  readonly link: { readonly label: string; readonly path: `/${string}` };
  readonly footer?: string;
};

const message = (
  { seller, origin }: StaffMailer,
  { subject, title, intro, more, link, footer }: Content,
): EmailMessage =>
  emailLayout(seller, origin, {
    subject,
    title,
    intro,
    parts: [
      { kind: "action", link },
      ...(more === undefined ? [] : [{ kind: "text" as const, quiet: true, text: more }]),
    ],
    footer: footer ?? `You received this email because you have a staff account at ${seller.name}.`,
  });

/**
 * An e-mail with a link that opens an account. E-mails of these kinds are blanked once the link is used or has expired
 * (jobs/emails/outbox.sql.ts).
 */
type SecretMail = { readonly to_address: string; readonly id: string; readonly token: string };

export const queueInvitation = (
  mailer: StaffMailer,
  { to_address, id, token, roles, times, by }: SecretMail & { roles: readonly StaffRole[]; times: number; by: string },
): Promise<void> =>
  queueEmail(mailer, {
    kind: "staff_invitation",
    ref_id: id,
    occasion: String(times),
    to_address,
    email: message(mailer, {
      subject: `Join the staff of ${mailer.seller.name}`,
      title: "You are invited.",
      intro: `${by} invites you to work in the back office of ${mailer.seller.name} as ${rolesInWords(roles)}.`,
      link: { label: "Accept the invitation", path: `/_office/invitation#${token}` },
      more: "The link works once, for 7 days. If you did not expect this invitation, you can ignore this email.",
      footer: `${mailer.seller.name} sent you this email because somebody there entered your address.`,
    }),
  });

export const queuePasswordLink = (mailer: StaffMailer, { to_address, id, token }: SecretMail): Promise<void> =>
  queueEmail(mailer, {
    kind: "staff_password_link",
    ref_id: id,
    to_address,
    email: message(mailer, {
      subject: "Choose a new password for the back office",
      title: "Choose a new password.",
      intro: "Follow the link to choose one. It works once, for 30 minutes. Your second factor stays as it is.",
      link: { label: "Choose a password", path: `/_office/new-password#${token}` },
      more: "If you did not ask for this, you can ignore this email. Your password stays the same.",
    }),
  });

const notices = {
  new_browser: (detail) => ({
    title: "A new sign-in.",
    intro: `Somebody signed in to your staff account from ${detail}, which has not been used before.`,
  }),
  password_changed: () => ({
    title: "Your password was changed.",
    intro: "You have been signed out everywhere else.",
  }),
  second_factor_set: () => ({
    title: "Your second factor was set up.",
    intro: "From now on, you need a code from this authenticator app to sign in.",
  }),
  second_factor_reset: (detail) => ({
    title: "Your second factor was reset.",
    intro: `${detail} reset it. You have been signed out everywhere. You will set up a new one at your next sign-in.`,
  }),
  second_factor_removed: () => ({
    title: "Your authenticator app was removed.",
    intro: "Its codes no longer work. You have been signed out everywhere else.",
  }),
  passkey_added: (detail) => ({
    title: "A passkey was added.",
    intro: `You can now sign in with the passkey “${detail}”.`,
  }),
  passkey_removed: (detail) => ({
    title: "A passkey was removed.",
    intro: `You can no longer sign in with the passkey “${detail}”. You have been signed out everywhere else.`,
  }),
  recovery_code_used: (detail) => ({
    title: "A recovery code was used.",
    intro: `Somebody used one of your recovery codes to sign in or to confirm a change. You have ${detail} left.`,
  }),
  role_given: (detail) => ({
    title: "You have a new role.",
    intro: `You can now work as ${detail}.`,
  }),
} satisfies Readonly<Record<string, (detail: string) => { title: string; intro: string }>>;

export type StaffNotice = keyof typeof notices;
/** E-mails of the installation among those of a seller, whose staff do not see them. */
export const installationNoticeKind = "installation_notice";

/** Tells a person what happened to their account. */
export const queueNotice = (
  mailer: StaffMailer,
  notice: StaffNotice,
  { to_address, detail = "" }: { readonly to_address: string; readonly detail?: string },
): Promise<void> => {
  const { title, intro } = notices[notice](detail);
  const { isOfInstallation = false } = mailer;
  return queueEmail(mailer, {
    kind: isOfInstallation ? installationNoticeKind : "staff_notice",
    ref_id: newId(),
    to_address,
    email: message(mailer, {
      subject: `${title.replace(/\.$/, "")} (${mailer.seller.name})`,
      title,
      intro,
      link: { label: "Open your account", path: "/_office/account" },
      more: `If this was not you, change your password and tell ${isOfInstallation ? "the operator" : "an owner"}.`,
    }),
  });
};

/** Tells a subscribed staff member that new payments need a person. */
export const queueMoneyNotice = (
  mailer: StaffMailer,
  { to_address, news, all }: { readonly to_address: string; readonly news: number; readonly all: number },
): Promise<void> =>
  queueEmail(mailer, {
    kind: "money_notice",
    ref_id: newId(),
    to_address,
    email: message(mailer, {
      subject: `${news === 1 ? "A payment needs" : `${news} payments need`} attention (${mailer.seller.name})`,
      title: news === 1 ? "A payment needs attention." : `${news} payments need attention.`,
      intro: `There is something new in the list under Money. It now has ${all} ${all === 1 ? "entry" : "entries"}.`,
      link: { label: "Open the list", path: `/_office/${mailer.seller.slug}/money` },
      footer: `You received this email because you asked for it under Money at ${mailer.seller.name}. You get at most one a day and can turn it off there.`,
    }),
  });

/** Sends a saved report as a link, so that its reader sees the figures that they may see when they open it. */
export const queueReportLink = (
  mailer: StaffMailer,
  {
    to_address,
    name,
    title,
    path,
  }: { readonly to_address: string; readonly name: string; readonly title: string; readonly path: `/${string}` },
): Promise<void> =>
  queueEmail(mailer, {
    kind: "report_link",
    ref_id: newId(),
    to_address,
    email: message(mailer, {
      subject: `${name}: ${title} (${mailer.seller.name})`,
      title: name,
      intro: `The report “${title}” is ready to be read. Sign in to see its figures.`,
      link: { label: "Open the report", path },
      footer: `You received this email because you asked for it at this report of ${mailer.seller.name}. You can turn it off there.`,
    }),
  });
