/** The state of an order, derived from its tickets and refunds (packages/contract/src/office/orders/orders.ts). */
export const orderState = ({
  booked,
  used,
  refunded,
}: {
  readonly booked: number;
  readonly used: number;
  /** Minor units, including refunds on their way. */
  readonly refunded: number;
}): "valid" | "part_refunded" | "used" | "cancelled" => {
  if (booked + used === 0) return "cancelled";
  if (refunded > 0) return "part_refunded";
  return booked === 0 ? "used" : "valid";
};
