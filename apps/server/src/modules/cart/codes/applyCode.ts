import type { CartReply } from "@foyer/contract/shop/cart.ts";
import { promoCodeLimits } from "@foyer/contract/shop/cartChange.ts";
import type { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { noExtras, type HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import { promoCodeForZip, promoCodesByZip } from "@foyer/rules/pricing/zipCodes.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { submitCartChange, defaultChannel } from "../hold/reserveTickets.ts";

const changeCodes = (ctx: RequestContext, cart_id: string, extras: Partial<HoldExtras>): Promise<CartReply> =>
  submitCartChange(ctx, {
    ...defaultChannel,
    access: "owner",
    cart_id,
    add: [],
    remove: [],
    extras: { ...noExtras, ...extras },
    context: "code",
  });

const hasLength = (code: string): boolean => {
  const { length } = code.trim();
  return length >= promoCodeLimits.min && length <= promoCodeLimits.max;
};

/** Applies codes to the visitor's cart: all of them or none. With `ignore_errors`, applies those that bring a benefit. */
export const applyCodesToCart = (ctx: RequestContext, sent: Received<typeof applyCode>): Promise<CartReply> => {
  const { cart_id, code, codes = [], require_benefit = true, ignore_errors = false } = sent;
  const typed = [...(code === undefined ? [] : [code]), ...codes];
  const zipPromoCodes = promoCodesByZip(typed, ctx.seller.configuration.zip_codes);
  if (ignore_errors)
    return changeCodes(ctx, cart_id, { preloaded: [...typed.filter(hasLength), ...zipPromoCodes.values()] });
  const wrong = typed.find((text) => !hasLength(text));
  if (typed.length === 0 || wrong !== undefined)
    throw new Refused({
      code: "validation_failed",
      context: "code",
      extra: { fields: [code === undefined ? "codes" : "code"], ...(wrong !== undefined && { code: wrong.trim() }) },
    });
  return changeCodes(ctx, cart_id, {
    codes: typed,
    zipPromoCodes,
    onDuplicate: "refused",
    benefit: require_benefit ? "required" : "optional",
  });
};

/** Removes a code from the visitor's cart. Removing a code that is no longer there succeeds. */
export const removeCodeFromCart = (
  ctx: RequestContext,
  { cart_id, code_id }: Received<typeof removeCode>,
): Promise<CartReply> => changeCodes(ctx, cart_id, { removedIds: [code_id] });

/**
 * Applies the code that belongs to the purchaser's post code if it brings a benefit. Ignores failures, because the
 * purchaser did not ask for the code.
 */
export const applyPostCode = async (
  ctx: RequestContext,
  cart_id: string,
  zip_code: string | undefined,
): Promise<void> => {
  const code = promoCodeForZip(zip_code ?? "", ctx.seller.configuration.zip_codes);
  if (code === undefined) return;
  try {
    await changeCodes(ctx, cart_id, { preloaded: [code] });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
};
