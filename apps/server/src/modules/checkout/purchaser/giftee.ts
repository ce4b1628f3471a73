import type { Pipeline } from "../../../db/statements/statement.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { LockedCheckoutCart } from "../batch/lockCheckout.sql.ts";
import { findNamedGuest, isGiftToSelf, updateGiftee } from "./giftee.sql.ts";

/** Saves the gift recipient of a locked cart. Only the visitor who created an identity may use its id. */
export const setGiftee = async (ctx: RequestContext, cart: LockedCheckoutCart, giftee_id: string): Promise<void> => {
  const giftee = await findNamedGuest(ctx, giftee_id, ctx.visitor?.identity_id ?? null);
  if (!giftee) throw new Refused({ code: "not_found", context: "identity" });
  await updateGiftee(ctx, cart.id, giftee_id);
};

/** Checked on a locked cart once giver and recipient are both known. */
export const refuseGiftToSelf = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
  payer_identity_id: string | null = null,
): Promise<void> => {
  if (await isGiftToSelf(pipeline, seller_id, cart_id, payer_identity_id))
    throw new Refused({ code: "gift_to_oneself", context: "membership" });
};

type GiftPayment = { readonly visitor: RequestContext["visitor"]; readonly isOwn: boolean };

/** The id of a signed-in owner, whose account buys. */
export const payingMemberId = ({ visitor, isOwn }: GiftPayment): string | null =>
  isOwn && visitor?.role === "member" ? visitor.identity_id : null;

/** Refuses a payment for a gift while its giver is unknown, because nobody may give to themselves. */
export const refuseUnknownGiver = (
  cart: Pick<LockedCheckoutCart, "giftee" | "purchaser_identity_id">,
  payment: GiftPayment,
): void => {
  if (cart.giftee !== null && cart.purchaser_identity_id === null && payingMemberId(payment) === null)
    throw new Refused({ code: "validation_failed", context: "identity", extra: { fields: ["identity"] } });
};
