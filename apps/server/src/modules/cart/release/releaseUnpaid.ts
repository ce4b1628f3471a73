import type { SellerContext } from "../../../http/requestContext.ts";
import { lockCarts } from "../locks.sql.ts";
import { releaseHold } from "./releaseHold.ts";

/** The result of releasing a cart: it was released, or why it was not. */
export type UnpaidRelease = "released" | "paying" | "completed" | "expired";

/** Releases a cart that the venue made for somebody, unless a payment for it is in progress. Runs in a transaction. */
export const releaseUnpaid = async (
  { db, seller }: Pick<SellerContext, "db" | "seller">,
  cart_id: string,
): Promise<UnpaidRelease> => {
  const [cart] = await lockCarts(db, seller.id, [cart_id]);
  if (!cart || cart.state === "expired") return "expired";
  if (cart.state === "completed") return "completed";
  if (cart.paying || cart.part_paid) return "paying";
  await releaseHold(db, seller.id, [cart_id]);
  return cart.overdue ? "expired" : "released";
};
