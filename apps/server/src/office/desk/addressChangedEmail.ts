import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import type { OrderRow } from "../../modules/orders/readOrders.ts";
import { emailLayout } from "../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";
import { queueEmail } from "../../providers/mail/queueEmail.ts";
import { sellerText } from "../../providers/mail/sellerText.ts";

const texts = {
  "mail.address_changed.subject": "The email address of your order with {seller} has changed",
  "mail.address_changed.title": "Your order has a new email address.",
  "mail.address_changed.intro":
    "Emails about your order {order_number} will now go to another address. If you did not ask for this, please tell us.",
} as const;

/** The e-mail to the former address. The new one is not mentioned. */
export const addressChangedEmail = (seller: Seller, origin: string, order_number: number): EmailMessage => {
  const translate = sellerText(seller, texts, { seller: seller.name, order_number: String(order_number) });
  return emailLayout(seller, origin, {
    subject: translate("mail.address_changed.subject"),
    title: translate("mail.address_changed.title"),
    intro: translate("mail.address_changed.intro"),
    parts: [],
  });
};

/** Tells the former address that it gets no more e-mails about an order. */
export const queueAddressChanged = async (
  ctx: Pick<StaffContext, "db" | "seller" | "providers">,
  { id, order_number }: OrderRow,
  { to_address, occasion }: { readonly to_address: string; readonly occasion: string },
): Promise<void> => {
  const email = addressChangedEmail(ctx.seller, ctx.providers.origin, order_number);
  await queueEmail(ctx, { kind: "address_changed", ref_id: id, occasion, to_address, email });
};
