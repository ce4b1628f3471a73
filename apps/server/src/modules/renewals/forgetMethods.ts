import { gatewayOfPayment } from "../checkout/parts.ts";
import type { Shop } from "./asHolder.ts";
import { claimMethodToForget, writeForgotten, type MethodToForget } from "./forgetMethods.sql.ts";

/** Of one seller at one turn; the others have theirs a moment later. */
const most = 50;

/**
 * Has the providers forget what is due. Nobody waits for it: whoever took their card away has been answered. What cannot be
 * forgotten now is tried again, ever more rarely and without an end. Answers how many were.
 */
export const forgetDue = async (shop: Shop): Promise<number> => {
  let done = 0;
  for (let turn = 0; turn < most; turn++) {
    const claimed = await claimMethodToForget(shop);
    if (!claimed) return done;
    try {
      await forget(shop, claimed);
      await writeForgotten(shop, claimed.id);
      done++;
    } catch (error) {
      shop.log.warn(
        { event: "method_not_forgotten", id: claimed.id, err: error instanceof Error ? error.message : String(error) },
        "what a provider keeps could not be taken off it yet",
      );
    }
  }
  return done;
};

const forget = async (shop: Shop, { gateway_id, method, payment_id }: MethodToForget): Promise<void> => {
  const gateway = await gatewayOfPayment(shop, { gateway_id });
  const sellerId = shop.seller.id;
  if (method?.customer != null) await gateway.forget?.({ sellerId, ref: method.ref, customer: method.customer });
  if (payment_id !== null) await gateway.forgetKeptOf?.({ sellerId, id: payment_id });
};
