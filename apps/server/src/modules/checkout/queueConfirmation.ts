import { newId } from "../../db/newId.ts";
import { readCart } from "../cart/readCart.ts";
import type { Shop } from "./completeCart.ts";
import { confirmationLetter } from "./confirmationLetter.ts";
import { orderToken, shownOrder } from "../cart/shownOrder.ts";

/** Writes the confirmation into the outbox, in the transaction of the order: no order without its mail, no mail without its order. */
export const queueConfirmation = async (shop: Shop, order_id: string): Promise<void> => {
  const order = await shownOrder(shop, order_id);
  const { cart } = await readCart(shop, order.cart_id);
  const buyer = await shop.db
    .selectFrom("identity")
    .select(["email", "first_name", "meta"])
    .where("seller_id", "=", shop.seller.id)
    .where("id", "=", order.identity_id ?? "")
    .executeTakeFirstOrThrow();
  if (!buyer.email || buyer.meta.send_email === false) return;

  const base = `${shop.outside.origin}/${shop.seller.slug}`;
  const token = orderToken(shop, order_id);
  const letter = confirmationLetter(shop.seller, {
    firstName: buyer.first_name ?? "",
    order,
    lines: cart._data[0]?.lines ?? [],
    viewUrl: `${base}/checkout/complete?orderIds=${order_id}&token=${token}`,
    qrUrl: `${shop.outside.origin}/cached_api/ticket_order/${order_id}/qrcode?_seller=${shop.seller.slug}&margin=4&token=${token}`,
  });
  await shop.db
    .insertInto("outbox")
    .values({
      seller_id: shop.seller.id,
      id: newId(),
      kind: "order_confirmation",
      ref_id: order_id,
      to_address: buyer.email,
      message: JSON.stringify(letter),
    })
    .onConflict((oc) => oc.columns(["seller_id", "kind", "ref_id", "occasion"]).doNothing())
    .execute();
};
