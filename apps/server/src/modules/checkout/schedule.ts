import { scheduleOf } from "../cart/dueOf.ts";
import type { Balance, Part } from "@foyer/rules/paymentPlan.ts";
import type { heldTotal, LockedCart } from "./checkout.sql.ts";
import type { Shop } from "./completeCart.ts";
import { frozenParts } from "./schedule.sql.ts";

type Held = Awaited<ReturnType<typeof heldTotal>>;
type Money = Pick<Balance, "due" | "outstanding"> & {
  /** By what days it is to be paid; none where it is not sold in parts. */
  readonly parts: readonly Part[];
};

/** What is to be paid of a locked cart: now, and in all. */
export const balanceOfCart = async (
  shop: Pick<Shop, "db" | "seller">,
  cart: Pick<LockedCart, "id" | "part_paid" | "now">,
  { total, planned }: Pick<Held, "total" | "planned">,
  paid: number,
): Promise<Money> => {
  if (!cart.part_paid && !planned) return { due: total - paid, outstanding: total - paid, parts: [] };
  const { parts, balance } = scheduleOf(shop.seller, {
    now: cart.now,
    frozen: cart.part_paid ? await frozenParts(shop, cart.id) : null,
    tickets: planned ?? [],
    paid,
  });
  return { due: balance.due, outstanding: balance.outstanding, parts };
};
