import type { ChangeActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import type { ChangeOffer } from "../../../db/schema/carts.ts";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";

/** The change of an order that a cart makes. */
export type OrderChangeOfCart = {
  readonly order_id: string;
  /** The cart that the order was bought with. Locking it guards every change and every refund of the order. */
  readonly order_cart_id: string;
  /** The order's tickets to be given up, without those that leave with them. */
  readonly gives_up: readonly string[];
  readonly actor: ChangeActor;
  /** Where the buyer wants the remainder refunded; null if they chose nothing. */
  readonly refund_to: RefundPreference | null;
  /** The venue waives the fee. */
  readonly waives_fee: boolean;
  /** The venue may give up used tickets. */
  readonly includes_used: boolean;
  /** The offer, if staff opened the change for the buyer to pay; null for any other change. */
  readonly offer: ChangeOffer | null;
};

/** The change of an order that a cart `c` makes; null for a purchase. */
export const changeColumn = `case when c.changes_order_id is not null then (
    select json_build_object('order_id', o.id, 'order_cart_id', o.cart_id, 'gives_up', c.gives_up, 'actor', c.change_actor, 'refund_to', c.change_refund_to,
      'waives_fee', c.change_waives_fee, 'includes_used', c.change_includes_used, 'offer', c.change_offer)
    from ticket_order o where o.seller_id = $1 and o.id = c.changes_order_id) end as change`;
