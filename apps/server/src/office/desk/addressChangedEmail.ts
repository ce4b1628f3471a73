import type { StaffContext } from "../../http/staff/staffContext.ts";
import type { OrderRow } from "../../modules/orders/readOrders.ts";
import { emailLayout } from "../../providers/mail/emailLayout.ts";
import { queueEmail } from "../../providers/mail/queueEmail.ts";
import { sellerText } from "../../providers/mail/sellerText.ts";

const texts = {
  "mail.address_changed.subject": "The email address of your order with {seller} has changed",
  "mail.address_changed.title": "Your order has a new email address.",
  "mail.address_changed.intro":
    "Emails about your order {order_number} will now go to another address. If you did not ask for this, please tell us.",
} as const;

/** Tells the former address that it gets no more e-mails about an order. The new address is not mentioned. */
export const queueAddressChanged = async (
  ctx: Pick<StaffContext, "db" | "seller" | "providers">,
  { id, order_number }: OrderRow,
  { to_address, occasion }: { readonly to_address: string; readonly occasion: string },
): Promise<void> => {
  const { seller, providers } = ctx;
  const translate = sellerText(seller, texts, { seller: seller.name, order_number: String(order_number) });
  await queueEmail(ctx, {
    kind: "address_changed",
    ref_id: id,
    occasion,
    to_address,
    email: emailLayout(seller, providers.origin, {
      subject: translate("mail.address_changed.subject"),
      title: translate("mail.address_changed.title"),
      intro: translate("mail.address_changed.intro"),
      parts: [],
    }),
  });
};
