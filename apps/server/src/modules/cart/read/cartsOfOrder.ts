/**
 * The carts that an order was paid with: its own and those of its changes. No index has payments by order, so they are found
 * by these carts; a condition on the order alone would go through all payments of the seller. `order`: an SQL expression.
 */
export const cartsOfOrder = (order: string): string => `(
  select bought.cart_id from ticket_order bought where bought.seller_id = $1 and bought.id = ${order}
  union all select changed.cart_id from order_change changed where changed.seller_id = $1 and changed.ticket_order_id = ${order})`;
