import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Balance, Installment } from "@foyer/rules/checkout/paymentPlan.ts";
import { paymentSchedule } from "../../cart/read/presentBalance.ts";
import type { HeldSummary } from "../batch/lockCheckout.ts";
import type { LockedCart } from "../batch/lockCheckout.sql.ts";

type CartBalance = Pick<Balance, "due" | "outstanding"> & {
  /** By what days it is to be paid; none where it is not sold in parts. */
  readonly instalments: readonly Installment[];
};

/** What is to be paid of a locked cart: now, and in all. `frozen`: its schedule, where a part is paid. */
export const cartBalance = (
  seller: Seller,
  cart: Pick<LockedCart, "part_paid" | "now">,
  { total, planned }: Pick<HeldSummary, "total" | "planned">,
  { paid, frozen = [] }: { readonly paid: number; readonly frozen?: readonly Installment[] },
): CartBalance => {
  if (!cart.part_paid && !planned) return { due: total - paid, outstanding: total - paid, instalments: [] };
  const { parts, balance } = paymentSchedule(seller, {
    now: cart.now,
    fixedSchedule: cart.part_paid ? frozen : null,
    tickets: planned ?? [],
    paid,
  });
  return { due: balance.due, outstanding: balance.outstanding, instalments: parts };
};
