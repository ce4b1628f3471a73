import { lastValidDay } from "@foyer/rules/membership/term.ts";
import { opensAccount } from "@foyer/rules/account/opensAccount.ts";
import { paymentMethodLabel } from "@foyer/rules/checkout/paymentMethodLabel.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RenewalStopReason } from "@foyer/rules/membership/autoRenewal.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import type { EmailLink, EmailRow, EmailPart } from "../../../providers/mail/emailParts.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { orderToken } from "../../cart/read/readTicketOrder.ts";
import { renewalPrice } from "../renewalPrice.ts";
import type { RenewalRow } from "../renewals.sql.ts";
import { renewalTexts } from "./renewals.strings.ts";

type EmailContext = Pick<RequestContext, "db" | "seller" | "providers" | "emailOptions">;

export type RenewalNotice =
  | { readonly kind: "announced"; readonly charge_at: Temporal.Instant; readonly card_expires: boolean }
  /** An attempt failed because of the card, or for another reason. It will be repeated. */
  | { readonly kind: "failed"; readonly by: "card" | "other" }
  /** The payer has to confirm the payment and so has to renew manually. */
  | { readonly kind: "asked" }
  | { readonly kind: "stopped"; readonly reason: RenewalStopReason }
  | { readonly kind: "cancelled" };

/** Queues an e-mail to the payer in the caller's transaction. `occasion` distinguishes notices of the same kind. */
export const queueRenewalEmail = async (
  ctx: EmailContext,
  row: RenewalRow,
  notice: RenewalNotice,
  occasion = "",
): Promise<void> => {
  if (row.email === null) return;
  await queueEmail(ctx, {
    kind: `auto_renew_${notice.kind}`,
    ref_id: row.membership_id,
    occasion,
    to_address: row.email,
    email: renewalEmail(
      { ...ctx, origin: ctx.providers.origin, token: orderToken(ctx, row.ticket_order_id) },
      row,
      notice,
    ),
  });
};

/** `token` opens the order's page, where the renewal can be cancelled. */
type RenewalSender = Pick<EmailContext, "seller"> & { readonly origin: string; readonly token: string };

/** The data of a membership for e-mails. */
export type EmailedRenewal = Pick<
  RenewalRow,
  | "payer_name"
  | "level_name"
  | "paid"
  | "currency"
  | "party"
  | "method"
  | "timezone"
  | "valid_from"
  | "valid_to"
  | "ticket_order_id"
>;

/** The values and texts of one e-mail. */
type RenewalEmailData = {
  readonly notice: RenewalNotice;
  readonly translate: ReturnType<typeof sellerText<keyof typeof renewalTexts>>;
  readonly formatDay: (date: Temporal.PlainDate) => string;
  /** Today's price, formatted. */
  readonly price: string;
  readonly card: string;
  /** The day of the charge, formatted; only for an announcement. */
  readonly chargeDay: string | undefined;
  /** The card expires before the charge: it is not charged, and the payer is asked to renew manually. */
  readonly isCardExpiring: boolean;
};

/** An e-mail to the payer of a membership that renews automatically. */
export const renewalEmail = (ctx: RenewalSender, row: EmailedRenewal, notice: RenewalNotice): EmailMessage => {
  const data = emailData(ctx, row, notice);
  const { translate } = data;
  const { subject, intro, parts } = emailContent(ctx, row, data);
  const isUnnamed = singleLine(row.payer_name ?? "") === "";
  return emailLayout(ctx.seller, ctx.origin, {
    subject,
    title: translate(isUnnamed ? "mail.auto_renew.greeting_unnamed" : "mail.auto_renew.greeting"),
    intro,
    about: "membership",
    parts,
  });
};

const emailData = ({ seller }: RenewalSender, row: EmailedRenewal, notice: RenewalNotice): RenewalEmailData => {
  const money = (amount: number) =>
    moneyFormatter(seller, seller.default_currency_code)(toDecimal(amount, seller.default_currency_code));
  const formatDay = (date: Temporal.PlainDate) =>
    date.toLocaleString(seller.locale, { day: "numeric", month: "long", year: "numeric" });
  const chargeDay =
    notice.kind === "announced"
      ? formatDay(notice.charge_at.toZonedDateTimeISO(row.timezone).toPlainDate())
      : undefined;
  const price = money(renewalPrice(seller, row));
  const card = row.method ? paymentMethodLabel(row.method) : "";
  return {
    notice,
    formatDay,
    price,
    card,
    chargeDay,
    isCardExpiring: notice.kind === "announced" && notice.card_expires,
    translate: sellerText(seller, renewalTexts, {
      seller: seller.name,
      first_name: row.payer_name ?? "",
      level: row.level_name,
      amount: price,
      before: money(row.paid),
      card,
      day: chargeDay ?? "",
    }),
  };
};

const factRows = (
  row: EmailedRenewal,
  { notice, translate, formatDay, price, card, chargeDay, isCardExpiring }: RenewalEmailData,
): EmailRow[] => {
  const lastDay = lastValidDay(row, row.timezone);
  return [
    { label: translate("mail.auto_renew.level"), value: singleLine(row.level_name) },
    ...(lastDay === null
      ? []
      : [{ label: translate("mail.auto_renew.ends"), value: formatDay(Temporal.PlainDate.from(lastDay)) }]),
    ...(card === "" || notice.kind === "cancelled" ? [] : [{ label: translate("mail.auto_renew.card"), value: card }]),
    ...(chargeDay === undefined || isCardExpiring
      ? []
      : [
          { label: translate("mail.auto_renew.day"), value: chargeDay },
          { label: translate("mail.auto_renew.amount"), value: price, total: true },
        ]),
  ];
};

/**
 * The links of an e-mail. A link is undefined if the seller has no such page, or members have no account to open it with.
 */
const linksOf = (ctx: RenewalSender, row: EmailedRenewal, { translate }: RenewalEmailData) => {
  const { seller } = ctx;
  const link = (label: string, path: EmailLink["path"]): EmailLink => ({ label, path });
  const hasAccount = opensAccount(seller.configuration);
  const renew = link(translate("mail.auto_renew.renew"), `/${seller.slug}/membership/renew`);
  return {
    account: hasAccount ? link(translate("mail.auto_renew.account"), `/${seller.slug}/my/membership`) : undefined,
    // If the seller sells memberships elsewhere, the page leads to that address.
    renew: hasAccount || seller.web.external_membership_url !== undefined ? renew : undefined,
    cancel: link(translate("mail.auto_renew.cancel"), cancelPath(ctx, row.ticket_order_id)),
  };
};

/** The first existing link as a button, with the others below. */
const action = (...links: readonly (EmailLink | undefined)[]): readonly EmailPart[] => {
  const [link, ...more] = links.filter((one) => one !== undefined);
  return link ? [{ kind: "action", link, more }] : [];
};

type EmailContent = { readonly subject: string; readonly intro: string; readonly parts: readonly EmailPart[] };

const emailContent = (ctx: RenewalSender, row: EmailedRenewal, data: RenewalEmailData): EmailContent => {
  const { notice, translate, isCardExpiring } = data;
  const facts: EmailPart = { kind: "rows", rows: factRows(row, data) };
  const quiet = (text: string): EmailPart => ({ kind: "text", text, quiet: true });
  const { account, renew, cancel } = linksOf(ctx, row, data);
  const desk: readonly EmailPart[] = renew ? [] : [{ kind: "text", text: translate("mail.auto_renew.desk") }];
  switch (notice.kind) {
    case "announced":
      if (isCardExpiring)
        return {
          subject: translate("mail.auto_renew.expires.subject"),
          intro: translate("mail.auto_renew.expires.intro"),
          parts: [facts, ...desk, ...action(renew, cancel)],
        };
      return {
        subject: translate("mail.auto_renew.announced.subject"),
        intro: translate("mail.auto_renew.announced.intro"),
        parts: [
          ...priceChange(ctx, row, data),
          facts,
          quiet(translate("mail.auto_renew.announced.cancel")),
          ...action(account, cancel),
        ],
      };
    case "failed":
      return {
        subject: translate("mail.auto_renew.failed.subject"),
        intro: translate(notice.by === "card" ? "mail.auto_renew.failed.intro" : "mail.auto_renew.failed.intro_other"),
        parts: [facts, ...(renew ? [quiet(translate("mail.auto_renew.failed.hint"))] : desk), ...action(renew, cancel)],
      };
    case "asked":
      return {
        subject: translate("mail.auto_renew.asked.subject"),
        intro: translate(renew ? "mail.auto_renew.asked.intro" : "mail.auto_renew.asked.intro_desk"),
        parts: [facts, ...desk, ...action(renew, cancel)],
      };
    case "stopped":
      return {
        subject: translate("mail.auto_renew.stopped.subject"),
        intro: translate(`mail.auto_renew.stopped.${notice.reason}`),
        parts: [
          facts,
          quiet(translate("mail.auto_renew.stopped.nothing")),
          ...(notice.reason === "level_gone" ? action(account) : [...desk, ...action(renew)]),
        ],
      };
    case "cancelled":
      return {
        subject: translate("mail.auto_renew.cancelled.subject"),
        intro: translate("mail.auto_renew.cancelled.intro"),
        parts: [facts, ...action(account)],
      };
  }
};

/** A line about a price rise since the current term. */
const priceChange = ({ seller }: RenewalSender, row: EmailedRenewal, { translate }: RenewalEmailData): EmailPart[] =>
  row.paid > 0 && renewalPrice(seller, row) > row.paid && row.currency === seller.default_currency_code
    ? [{ kind: "text", text: translate("mail.auto_renew.announced.new_price") }]
    : [];

const cancelPath = ({ seller, token }: RenewalSender, ticket_order_id: string): `/${string}` =>
  `/${seller.slug}/manage/${ticket_order_id}/cancel-auto-renew?token=${token}`;
