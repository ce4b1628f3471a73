import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { orderToken } from "../../cart/read/readTicketOrder.ts";
import { ticketItems } from "../../checkout/emails/ticketItems.ts";
import type { CheckoutContext } from "../../checkout/context.ts";
import { formatDateTime } from "../../checkout/emails/formatDateTime.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { purchaserOfOrder } from "../orderChanges.sql.ts";

const texts = {
  "mail.change_offered.subject": "Please confirm the change to your order with {seller}",
  "mail.change_offered.title": "Your new tickets are waiting.",
  "mail.change_offered.intro":
    "We are holding these new tickets for order {order_number} until {time}. Pay the difference to exchange your tickets for them; until then, the tickets you have stay valid.",
  "mail.change_offered.title.one": "Your new ticket is waiting.",
  "mail.change_offered.intro.one":
    "We are holding this new ticket for order {order_number} until {time}. Pay the difference to exchange your ticket for it; until then, the ticket you have stays valid.",
  "mail.change_offered.new": "New:",
  "mail.change_offered.due": "To pay",
  "mail.change_offered.action": "Review and pay",
} as const;

type Offered = {
  readonly cart_id: string;
  /** Minor units. */
  readonly due: number;
  readonly expires_at: string;
};

/** Queues the e-mail with the link to pay for a change. Refuses an order whose purchaser has no address. */
export const queueOfferEmail = async (ctx: CheckoutContext, order: OrderRow, offered: Offered): Promise<void> => {
  const { db, seller, providers } = ctx;
  const { email: to_address } = await purchaserOfOrder(ctx, order.identity_id);
  if (!to_address) throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["email"] } });
  const { cart, ticket } = await readCart({ db, seller }, offered.cart_id);
  const added = new Set(
    ticket._data.filter(({ state }) => state === "held" || state === "in_cart").map(({ id }) => id),
  );
  const email = offerEmail(seller, providers.origin, {
    ...offered,
    order,
    token: orderToken(ctx, order.id),
    lines: cart._data[0]?.lines ?? [],
    added,
  });
  await queueEmail(ctx, { kind: "change_offered", ref_id: order.id, occasion: offered.cart_id, to_address, email });
};

type OfferEmailData = Omit<Offered, "cart_id"> & {
  readonly order: Pick<OrderRow, "id" | "order_number" | "currency">;
  readonly token: string;
  readonly lines: readonly CartLine[];
  readonly added: ReadonlySet<string>;
};

/** The e-mail with the link to pay for a change. */
export const offerEmail = (
  seller: Seller,
  origin: string,
  { order, token, lines, added, due, expires_at }: OfferEmailData,
): EmailMessage => {
  const ends = { start_datetime: expires_at, timezone: seller.timezone, all_day: false, ticket_date_time: null };
  const translate = sellerText(seller, texts, {
    seller: seller.name,
    order_number: String(order.order_number),
    time: formatDateTime(ends, seller.locale),
  });
  const money = moneyFormatter(seller, order.currency);
  const ofCount = added.size === 1 ? (".one" as const) : "";
  return emailLayout(seller, origin, {
    subject: translate("mail.change_offered.subject"),
    title: translate(`mail.change_offered.title${ofCount}`),
    intro: translate(`mail.change_offered.intro${ofCount}`),
    parts: [
      ...ticketItems(seller, lines, added, translate("mail.change_offered.new")),
      {
        kind: "rows",
        rows: [
          { label: translate("mail.change_offered.due"), value: money(toDecimal(due, order.currency)), total: true },
        ],
      },
      {
        kind: "action",
        link: {
          label: translate("mail.change_offered.action"),
          path: `/${seller.slug}/manage/${order.id}/confirm?token=${token}`,
        },
      },
    ],
  });
};
