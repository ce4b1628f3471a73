import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import type { LockedCheckoutCart } from "../batch/lockCheckout.sql.ts";
import { readPayments } from "../payment/payments.sql.ts";
import { missingAnswers } from "../survey/surveyAnswers.ts";
import { readSurveys, writeAnswers } from "../survey/surveys.sql.ts";
import { bookedRefusal, refusePurchaserOfChange, lockAccessibleCart } from "../requireCartAccess.ts";
import { linkPurchaserOf } from "./linkPurchaser.sql.ts";
import { purchaserWrite, readCartForms, type PurchaserInput } from "./purchaserWrite.ts";
import { writePurchasers } from "./purchasers.sql.ts";

type Sent = PurchaserInput & { readonly cart_id: string };

/**
 * Saves the purchaser of a cart that was opened by its link. A purchaser named by the owner stays. Otherwise the first
 * visitor stays the purchaser while a payment is being started or in progress, so that nobody else with the link can
 * replace them; after that, the next visitor can.
 */
export const savePurchaserOfLinkedCart = (ctx: RequestContext, sent: Sent): Promise<{ identity_id: string }> =>
  transact(ctx, async (ctx) => {
    const cart = await lockAccessibleCart(ctx, sent.cart_id, "link");
    if (cart.state === "completed") throw await bookedRefusal(ctx, cart.id);
    refusePurchaserOfChange(cart);
    if (cart.identity_id === ctx.visitor?.identity_id) return { identity_id: await writePurchaser(ctx, cart, sent) };
    const purchaser_id = cart.purchaser_identity_id;
    const linkPurchaser = purchaser_id === null ? undefined : await linkPurchaserOf(ctx, purchaser_id);
    if (purchaser_id !== null && linkPurchaser?.kept_by === null) {
      await addMissingAnswers(ctx, cart.id, sent);
      return { identity_id: purchaser_id };
    }
    const visitor = ctx.ensureVisitor();
    await saveNewVisitors(ctx.db, ctx.seller.id, [visitor]);
    const isOwnLink = linkPurchaser === undefined || linkPurchaser.kept_by === visitor.identity_id;
    if (!isOwnLink && (linkPurchaser.isFresh || (await hasPayment(ctx, cart))))
      throw new Refused({ code: "payment_in_progress", context: "cart" });
    return { identity_id: await writePurchaser(ctx, cart, sent, visitor.identity_id) };
  });

const addMissingAnswers = async (ctx: RequestContext, cart_id: string, sent: Sent): Promise<void> => {
  const { db, seller } = ctx;
  const answers = missingAnswers(ctx, await readSurveys(db, seller.id, [cart_id]), sent.additionalInfo);
  await writeAnswers(db, seller.id, [{ cart_id, answers }]);
};

const writePurchaser = async (
  ctx: RequestContext,
  cart: LockedCheckoutCart,
  sent: PurchaserInput,
  kept_by?: string,
): Promise<string> => {
  const { db, seller } = ctx;
  const write = purchaserWrite(ctx, cart, await readCartForms(ctx, cart.id), sent, kept_by);
  await writePurchasers(db, seller.id, [write]);
  // Once an instalment is paid, the cart keeps its codes regardless of their limits.
  if (!cart.part_paid) await refuseOverusedCode(db, seller.id, cart.id);
  return write.id;
};

/** Whether a payment is in progress or was made. */
const hasPayment = async (ctx: RequestContext, cart: LockedCheckoutCart): Promise<boolean> =>
  cart.paying ||
  (await readPayments(ctx, cart.id)).some(({ state }) => ["authorized", "processing", "captured"].includes(state));
