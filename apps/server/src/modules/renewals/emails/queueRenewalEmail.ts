import { lastValidDay } from "@foyer/rules/membership/term.ts";
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
import { renewalPrice } from "../nextRenewalStep.ts";
import type { RenewalRow } from "../renewals.sql.ts";
import { renewalTexts } from "./renewals.strings.ts";

type EmailContext = Pick<RequestContext, "db" | "seller" | "providers">;

/** What there is to tell of a renewal. */
export type RenewalNotice =
  | { readonly is: "announced"; readonly charge_at: Temporal.Instant; readonly card_expires: boolean }
  /** A try that came to nothing: of the card, or of something else. */
  | { readonly is: "failed"; readonly by: "card" | "other" }
  | { readonly is: "asked" }
  | { readonly is: "stopped"; readonly why: RenewalStopReason }
  | { readonly is: "cancelled" };

/** To whoever pays, in the transaction of what it tells. `occasion` tells apart what is told more than once. */
export const queueRenewalEmail = async (
  ctx: EmailContext,
  row: RenewalRow,
  notice: RenewalNotice,
  occasion = "",
): Promise<void> => {
  if (row.email === null) return;
  await queueEmail(ctx, {
    kind: `auto_renew_${notice.is}`,
    ref_id: row.membership_id,
    occasion,
    to_address: row.email,
    email: renewalEmail(ctx, row, notice),
  });
};

const renewalEmail = (ctx: EmailContext, row: RenewalRow, notice: RenewalNotice): EmailMessage => {
  const { seller } = ctx;
  const money = (amount: number) =>
    moneyFormatter(seller, seller.default_currency_code)(toDecimal(amount, seller.default_currency_code));
  const day = (date: Temporal.PlainDate) =>
    date.toLocaleString(seller.locale, { day: "numeric", month: "long", year: "numeric" });
  const charged =
    notice.is === "announced" ? day(notice.charge_at.toZonedDateTimeISO(row.timezone).toPlainDate()) : undefined;
  const price = renewalPrice(row);
  // With a card that will not do nothing is charged: it is asked for another.
  const isLapsing = notice.is === "announced" && notice.card_expires;
  const card = row.method ? paymentMethodLabel(row.method) : "";
  const translate = sellerText(seller, renewalTexts, {
    seller: seller.name,
    first_name: row.payer_name ?? "",
    level: row.level_name,
    amount: money(price),
    before: money(row.paid),
    card,
    day: charged ?? "",
  });
  const last = lastValidDay(row, row.timezone);
  const rows: EmailRow[] = [
    { label: translate("mail.auto_renew.level"), value: singleLine(row.level_name) },
    ...(last === null ? [] : [{ label: translate("mail.auto_renew.ends"), value: day(Temporal.PlainDate.from(last)) }]),
    ...(card === "" || notice.is === "cancelled" ? [] : [{ label: translate("mail.auto_renew.card"), value: card }]),
    ...(charged === undefined || isLapsing ? [] : [{ label: translate("mail.auto_renew.day"), value: charged }]),
    ...(notice.is === "announced" && !isLapsing
      ? [{ label: translate("mail.auto_renew.amount"), value: money(price), total: true }]
      : []),
  ];
  const quiet = (text: string): EmailPart => ({ kind: "words", text, quiet: true });
  const account: EmailLink = { label: translate("mail.auto_renew.account"), path: `/${seller.slug}/my/membership` };
  const renew: EmailLink = {
    label: translate("mail.auto_renew.renew"),
    path: `/${seller.slug}/membership/renew`,
  };
  const cancel: EmailLink = { label: translate("mail.auto_renew.cancel"), path: cancelPath(ctx, row.ticket_order_id) };
  const email = (subject: string, intro: string, parts: readonly EmailPart[]): EmailMessage =>
    emailLayout(seller, ctx.providers.origin, {
      subject,
      title: translate(
        singleLine(row.payer_name ?? "") === "" ? "mail.auto_renew.greeting_unnamed" : "mail.auto_renew.greeting",
      ),
      intro,
      parts,
    });
  const facts: EmailPart = { kind: "rows", rows };
  switch (notice.is) {
    case "announced":
      if (isLapsing)
        return email(translate("mail.auto_renew.expires.subject"), translate("mail.auto_renew.expires.intro"), [
          facts,
          { kind: "action", link: renew, more: [cancel] },
        ]);
      return email(translate("mail.auto_renew.announced.subject"), translate("mail.auto_renew.announced.intro"), [
        ...(row.paid > 0 && price > row.paid && row.currency === seller.default_currency_code
          ? [{ kind: "words" as const, text: translate("mail.auto_renew.announced.dearer") }]
          : []),
        facts,
        quiet(translate("mail.auto_renew.announced.cancel")),
        { kind: "action", link: account, more: [cancel] },
      ]);
    case "failed":
      return email(
        translate("mail.auto_renew.failed.subject"),
        translate(notice.by === "card" ? "mail.auto_renew.failed.intro" : "mail.auto_renew.failed.intro_other"),
        [facts, quiet(translate("mail.auto_renew.failed.hint")), { kind: "action", link: renew, more: [cancel] }],
      );
    case "asked":
      return email(translate("mail.auto_renew.asked.subject"), translate("mail.auto_renew.asked.intro"), [
        facts,
        { kind: "action", link: renew, more: [cancel] },
      ]);
    case "stopped":
      return email(translate("mail.auto_renew.stopped.subject"), translate(`mail.auto_renew.stopped.${notice.why}`), [
        facts,
        quiet(translate("mail.auto_renew.stopped.nothing")),
        { kind: "action", link: notice.why === "level_gone" ? account : renew },
      ]);
    case "cancelled":
      return email(translate("mail.auto_renew.cancelled.subject"), translate("mail.auto_renew.cancelled.intro"), [
        facts,
        { kind: "action", link: account },
      ]);
  }
};

const cancelPath = (ctx: Pick<EmailContext, "seller" | "providers">, ticket_order_id: string): `/${string}` =>
  `/${ctx.seller.slug}/manage/${ticket_order_id}/cancel-auto-renew?token=${orderToken(ctx, ticket_order_id)}`;
