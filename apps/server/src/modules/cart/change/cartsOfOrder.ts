/**
 * The carts that an order was paid with: its own and those of its changes. No index has payments by order, so they are found
 * by these carts; a condition on the order alone would go through all payments of the seller. `order`: an SQL expression.
 */
export const cartsOfOrder = (order: string): string => `(
  select o.cart_id from ticket_order o where o.seller_id = $1 and o.id = ${order}
  union all select w.cart_id from order_change w where w.seller_id = $1 and w.ticket_order_id = ${order})`;
