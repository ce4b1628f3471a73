import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Balance, Installment } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import { paymentSchedule } from "../../cart/read/presentBalance.ts";
import type { HeldSummary } from "../batch/lockedCheckout.ts";
import type { LockedCheckoutCart } from "../batch/lockCheckout.sql.ts";

type CartBalance = Pick<Balance, "due" | "outstanding"> & {
  /** Empty for a cart without a payment plan. */
  readonly instalments: readonly Installment[];
};

/** What a locked cart owes, now and in total. `frozen` is its fixed schedule once an instalment is paid. */
export const cartBalance = (
  seller: Seller,
  cart: Pick<LockedCheckoutCart, "part_paid" | "now">,
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
