import { Link } from "@tanstack/react-router";
import type { BulkPreview } from "@foyer/contract/office/bulk.ts";
import { plural } from "../../shared/format/format.ts";
import css from "./BulkScreen.module.css";

type PartPaidCartsProps = Pick<BulkPreview, "part_paid" | "part_paid_carts"> & { readonly slug: string };

/** Carts with tickets for the sessions that a job leaves alone, each with the screen that settles it. */
export function PartPaidCarts({ slug, part_paid, part_paid_carts }: PartPaidCartsProps) {
  if (part_paid === 0) return null;
  const isMore = part_paid > part_paid_carts.length;
  return (
    <p className={css.quiet}>
      {plural(part_paid, "A cart is", `${part_paid} carts are`)} paid in instalments and left as{" "}
      {plural(part_paid, "it is", "they are")}. Move or cancel {plural(part_paid, "it", "each")} by hand:{" "}
      {part_paid_carts.map((number, index) => (
        <span key={number}>
          {index > 0 && ", "}
          <Link to="/$slug/plans/$number" params={{ slug, number: String(number) }} target="_blank">
            {number}
          </Link>
        </span>
      ))}
      {isMore && " …"}
    </p>
  );
}
