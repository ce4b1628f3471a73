import type { Seller } from "@foyer/contract/shop/seller.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { formatDateTime } from "../../../modules/checkout/emails/formatDateTime.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { MemberContext } from "../../members/memberTransaction.ts";

const texts = {
  "mail.level_link.subject": "Change your membership with {seller} to {level}",
  "mail.level_link.title": "Hello {first_name},",
  "mail.level_link.title_unnamed": "Hello,",
  "mail.level_link.intro":
    "Your {former} membership can become {level} for the rest of its term. Pay the difference by {time}; your card and number stay the same.",
  "mail.level_link.level": "New level",
  "mail.level_link.due": "To pay",
  "mail.level_link.action": "Change and pay",
} as const;

type LevelLink = {
  readonly cart_id: string;
  readonly to: string;
  readonly first_name: string;
  readonly level: string;
  readonly former: string;
  /** Minor units. */
  readonly total: number;
  readonly expires_at: string;
};

/** Queues the e-mail with the link by which a holder pays for a change of their level. */
export const queueLevelLinkEmail = async (ctx: MemberContext, { to, ...link }: LevelLink): Promise<void> => {
  const { cart_id } = link;
  const email = levelLinkEmail(ctx.seller, ctx.providers.origin, link);
  await queueEmail(ctx, { kind: "level_link", ref_id: cart_id, occasion: cart_id, to_address: to, email });
};

/** The e-mail with the link to pay for a change of level. */
export const levelLinkEmail = (
  seller: Seller,
  origin: string,
  { cart_id, total, expires_at, level, former, ...holder }: Omit<LevelLink, "to">,
): EmailMessage => {
  const ends = { start_datetime: expires_at, timezone: seller.timezone, all_day: false, ticket_date_time: null };
  const first_name = singleLine(holder.first_name);
  const time = formatDateTime(ends, seller.locale);
  const translate = sellerText(seller, texts, { seller: seller.name, level, former, first_name, time });
  const currency = seller.default_currency_code;
  return emailLayout(seller, origin, {
    subject: translate("mail.level_link.subject"),
    title: translate(first_name === "" ? "mail.level_link.title_unnamed" : "mail.level_link.title"),
    intro: translate("mail.level_link.intro"),
    about: "membership",
    parts: [
      {
        kind: "rows",
        rows: [
          { label: translate("mail.level_link.level"), value: singleLine(level) },
          {
            label: translate("mail.level_link.due"),
            value: moneyFormatter(seller, currency)(toDecimal(total, currency)),
            total: true,
          },
        ],
      },
      {
        kind: "action",
        link: { label: translate("mail.level_link.action"), path: `/${seller.slug}/checkout/${cart_id}` },
      },
    ],
  });
};
