import { Link } from "@tanstack/react-router";
import { orders } from "./bulkQueries.ts";

type OrderNumbersProps = {
  readonly slug: string;
  readonly orders: number;
  /** The first of them. */
  readonly order_numbers: readonly number[];
};

/** The number of orders, and links to the first of them. */
export function OrderNumbers({ slug, orders: all, order_numbers }: OrderNumbersProps) {
  return (
    <>
      {orders(all)} (
      {order_numbers.map((number, index) => (
        <span key={number}>
          {index > 0 && ", "}
          <Link to="/$slug/orders/$number" params={{ slug, number: String(number) }} target="_blank">
            {number}
          </Link>
        </span>
      ))}
      {all > order_numbers.length && " …"})
    </>
  );
}
