import type { BulkPreview } from "@foyer/contract/office/bulk.ts";
import { plural } from "../../shared/format/format.ts";
import css from "./BulkScreen.module.css";

/** Carts with tickets for the sessions that a job leaves alone, by number: whoever runs the server can change them. */
export function PartPaidCarts({ part_paid, part_paid_carts }: Pick<BulkPreview, "part_paid" | "part_paid_carts">) {
  if (part_paid === 0) return null;
  const isMore = part_paid > part_paid_carts.length;
  return (
    <p className={css.quiet}>
      {plural(part_paid, "A cart is", `${part_paid} carts are`)} paid in parts and left as{" "}
      {plural(part_paid, "it is", "they are")}: {part_paid_carts.join(", ")}
      {isMore && " …"}. Ask the operator to move or cancel {plural(part_paid, "it", "them")}.
    </p>
  );
}
