import type { RequestContext } from "../../http/requestContext.ts";
import { moveCodesOfCart } from "./moveCodes.sql.ts";

/**
 * Moves the codes and discounts of a change to the order's cart, in the transaction that completes it. A code that both
 * carts use counts once from then on.
 */
export const moveCodes = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  carts: { readonly from: string; readonly to: string },
): Promise<void> => moveCodesOfCart(db, seller.id, carts);
