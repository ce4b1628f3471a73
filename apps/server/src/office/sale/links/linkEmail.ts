import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { readCart } from "../../../modules/cart/read/readCart.ts";
import { formatDateTime } from "../../../modules/checkout/emails/formatDateTime.ts";
import { ticketItems } from "../../../modules/checkout/emails/ticketItems.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";

const texts = {
  "mail.counter_link.subject": "Please pay for your order with {seller}",
  "mail.counter_link.title": "Hello {first_name},",
  "mail.counter_link.title_unnamed": "Hello,",
  "mail.counter_link.intro": "We are holding this for you until {time}. It is yours once you have paid.",
  "mail.counter_link.tickets": "Held for you:",
  "mail.counter_link.due": "To pay",
  "mail.counter_link.action": "Pay now",
} as const;

type LinkToSend = {
  readonly cart_id: string;
  readonly to: string;
  readonly first_name: string;
  /** Minor units. */
  readonly total: number;
  readonly expires_at: string;
};

type LinkEmailData = Omit<LinkToSend, "to"> & {
  readonly lines: readonly CartLine[];
  readonly ticket_ids: ReadonlySet<string>;
};

/** The kind of the e-mail with the link. */
export const linkKind = "counter_link";

/** Queues the e-mail with the link by which somebody pays for what they chose at the counter. */
export const queueLinkEmail = async (
  ctx: StaffContext & Pick<RequestContext, "emailOptions">,
  { to, ...link }: LinkToSend,
): Promise<void> => {
  const { db, seller, providers } = ctx;
  const { cart_id } = link;
  const { cart, ticket } = await readCart({ db, seller }, cart_id);
  const lines = cart._data[0]?.lines ?? [];
  const ticket_ids = new Set(ticket._data.map(({ id }) => id));
  const email = counterLinkEmail(seller, providers.origin, { ...link, lines, ticket_ids });
  await queueEmail(ctx, { kind: linkKind, ref_id: cart_id, occasion: cart_id, to_address: to, email });
};

/** The e-mail with the link to pay for tickets that were chosen at the counter. */
export const counterLinkEmail = (
  seller: Seller,
  origin: string,
  { cart_id, first_name, total, expires_at, lines, ticket_ids }: LinkEmailData,
): EmailMessage => {
  const ends = { start_datetime: expires_at, timezone: seller.timezone, all_day: false, ticket_date_time: null };
  const name = singleLine(first_name);
  const translate = sellerText(seller, texts, {
    seller: seller.name,
    first_name: name,
    time: formatDateTime(ends, seller.locale),
  });
  const currency = seller.default_currency_code;
  return emailLayout(seller, origin, {
    subject: translate("mail.counter_link.subject"),
    title: translate(name === "" ? "mail.counter_link.title_unnamed" : "mail.counter_link.title"),
    intro: translate("mail.counter_link.intro"),
    parts: [
      ...ticketItems(seller, lines, ticket_ids, translate("mail.counter_link.tickets")),
      {
        kind: "rows",
        rows: [
          {
            label: translate("mail.counter_link.due"),
            value: moneyFormatter(seller, currency)(toDecimal(total, currency)),
            total: true,
          },
        ],
      },
      {
        kind: "action",
        link: { label: translate("mail.counter_link.action"), path: `/${seller.slug}/checkout/${cart_id}` },
      },
    ],
  });
};
