import type { CartReply } from "@foyer/contract/cart.ts";
import {
  promoCodeLimits,
  type applyCode as applyCodeCall,
  type removeCode as removeCodeCall,
} from "@foyer/contract/codes.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { nothingBesides, type Besides } from "@foyer/rules/holding.ts";
import { codeOfPostCode, standInsOf } from "@foyer/rules/zipCodes.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { change, unchanging } from "./reserve.ts";

const onlyCodes = (ask: Ask, cart_id: string, besides: Partial<Besides>): Promise<CartReply> =>
  change(ask, {
    ...unchanging,
    way: "my",
    cart_id,
    add: [],
    remove: [],
    besides: { ...nothingBesides, ...besides },
    context: "code",
  });

const hasLength = (code: string): boolean => {
  const { length } = code.trim();
  return length >= promoCodeLimits.min && length <= promoCodeLimits.max;
};

/** Puts codes to work on the visitor's cart: all of them, or none; with `ignore_errors` those that do something. */
export const applyCode = (ask: Ask, sent: Received<typeof applyCodeCall>): Promise<CartReply> => {
  const { cart_id, code, codes = [], require_benefit = true, ignore_errors = false } = sent;
  const typed = [...(code === undefined ? [] : [code]), ...codes];
  const standIns = standInsOf(typed, ask.seller.configuration.zip_codes);
  if (ignore_errors) return onlyCodes(ask, cart_id, { preloaded: [...typed.filter(hasLength), ...standIns.values()] });
  const wrong = typed.find((text) => !hasLength(text));
  if (typed.length === 0 || wrong !== undefined)
    throw new Refused({
      code: "validation_failed",
      context: "code",
      extra: { fields: [code === undefined ? "codes" : "code"], ...(wrong !== undefined && { code: wrong.trim() }) },
    });
  return onlyCodes(ask, cart_id, {
    codes: typed,
    standIns,
    again: "refused",
    benefit: require_benefit ? "required" : "optional",
  });
};

/** Takes a code off the visitor's cart. One that is not there any more is off already. */
export const removeCode = (ask: Ask, { cart_id, code_id }: Received<typeof removeCodeCall>): Promise<CartReply> =>
  onlyCodes(ask, cart_id, { off: [code_id] });

/**
 * The buyer's post code is known: the code that it stands for comes to work where it helps. Says nothing, whatever
 * becomes of it (OPEN-43).
 */
export const applyPostCode = async (ask: Ask, cart_id: string, zip_code: string | undefined): Promise<void> => {
  const code = codeOfPostCode(zip_code ?? "", ask.seller.configuration.zip_codes);
  if (code === undefined) return;
  try {
    await onlyCodes(ask, cart_id, { preloaded: [code] });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
};
