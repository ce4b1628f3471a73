import type { Seller } from "@foyer/contract/seller.ts";
import type { Balance, Part } from "@foyer/rules/paymentPlan.ts";
import { scheduleOf } from "../cart/dueOf.ts";
import type { Held } from "./atTill.ts";
import type { LockedCart } from "./till.sql.ts";

type Money = Pick<Balance, "due" | "outstanding"> & {
  /** By what days it is to be paid; none where it is not sold in parts. */
  readonly parts: readonly Part[];
};

/** What is to be paid of a locked cart: now, and in all. `frozen`: its schedule, where a part is paid. */
export const balanceOfCart = (
  seller: Seller,
  cart: Pick<LockedCart, "part_paid" | "now">,
  { total, planned }: Pick<Held, "total" | "planned">,
  { paid, frozen = [] }: { readonly paid: number; readonly frozen?: readonly Part[] },
): Money => {
  if (!cart.part_paid && !planned) return { due: total - paid, outstanding: total - paid, parts: [] };
  const { parts, balance } = scheduleOf(seller, {
    now: cart.now,
    frozen: cart.part_paid ? frozen : null,
    tickets: planned ?? [],
    paid,
  });
  return { due: balance.due, outstanding: balance.outstanding, parts };
};
