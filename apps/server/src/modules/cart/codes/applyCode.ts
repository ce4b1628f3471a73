import type { CartReply } from "@foyer/contract/shop/cart.ts";
import {
  promoCodeLimits,
  type applyCode as applyCodeCall,
  type removeCode as removeCodeCall,
} from "@foyer/contract/shop/codes.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { noExtras, type HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import { promoCodeForZip, promoCodesByZip } from "@foyer/rules/pricing/zipCodes.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { changeCart, defaultChannel } from "../hold/reserveTickets.ts";

const changeCodes = (ctx: RequestContext, cart_id: string, extras: Partial<HoldExtras>): Promise<CartReply> =>
  changeCart(ctx, {
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

/** Puts codes to work on the visitor's cart: all of them, or none; with `ignore_errors` those that do something. */
export const applyCode = (ctx: RequestContext, sent: Received<typeof applyCodeCall>): Promise<CartReply> => {
  const { cart_id, code, codes = [], require_benefit = true, ignore_errors = false } = sent;
  const typed = [...(code === undefined ? [] : [code]), ...codes];
  const standIns = promoCodesByZip(typed, ctx.seller.configuration.zip_codes);
  if (ignore_errors)
    return changeCodes(ctx, cart_id, { preloaded: [...typed.filter(hasLength), ...standIns.values()] });
  const wrong = typed.find((text) => !hasLength(text));
  if (typed.length === 0 || wrong !== undefined)
    throw new Refused({
      code: "validation_failed",
      context: "code",
      extra: { fields: [code === undefined ? "codes" : "code"], ...(wrong !== undefined && { code: wrong.trim() }) },
    });
  return changeCodes(ctx, cart_id, {
    codes: typed,
    zipPromoCodes: standIns,
    onDuplicate: "refused",
    benefit: require_benefit ? "required" : "optional",
  });
};

/** Takes a code off the visitor's cart. One that is not there any more is off already. */
export const removeCode = (
  ctx: RequestContext,
  { cart_id, code_id }: Received<typeof removeCodeCall>,
): Promise<CartReply> => changeCodes(ctx, cart_id, { removedIds: [code_id] });

/**
 * The buyer's post code is known: the code that it stands for comes to work where it helps. Says nothing, whatever
 * becomes of it (OPEN-43).
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
