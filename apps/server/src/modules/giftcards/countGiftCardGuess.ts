import type { RequestContext } from "../../http/requestContext.ts";
import {
  takeSharedLimits,
  limitByNetwork,
  limitsByVisitor,
  type TakenUses,
  type TakeResult,
} from "../../http/limits/sharedLimits.ts";
import { Refused } from "../../errors/refused.ts";
import { captchaFor } from "../identity/captcha/captchaFor.ts";
import { requireCaptcha } from "../identity/captcha/requireCaptcha.ts";

/** Prevents guessing of gift card numbers. A person mistypes a number a few times at most. */
const perNetwork = { name: "gift_card_network", max: 5, windowSeconds: 60 };
/** For visitors whose network has used up its guesses. */
const perNetworkBeyond = { name: "gift_card_network_more", max: 60, windowSeconds: 3600 };
const perVisitor = { name: "gift_card_visitor", max: 20, windowSeconds: 3600 };

const takeGuess = (ctx: RequestContext, ofNetwork: typeof perNetwork): Promise<TakeResult> =>
  takeSharedLimits(ctx, [limitByNetwork(ofNetwork, ctx), ...limitsByVisitor(perVisitor, ctx)]);

/**
 * Counts a guess of a gift card number before the look-up, so that concurrent guesses are counted too; the guess is given
 * back if the number exists. Once the network's guesses are used up, a visitor can go on after `prove`, within a second,
 * larger limit: a stranger behind the same router must not prevent others from paying.
 */
const countGuess = async (ctx: RequestContext, prove: () => Promise<void>): Promise<TakenUses> => {
  const first = await takeGuess(ctx, perNetwork);
  if ("release" in first) return first;
  await prove();
  const second = await takeGuess(ctx, perNetworkBeyond);
  if ("release" in second) return second;
  throw new Refused({
    code: "too_many_requests",
    context: "ledger",
    extra: { retry_after: Math.min(first.wait, second.wait) },
  });
};

/** Counts a balance look-up. Once the network's guesses are used up, it needs a captcha. */
export const countGiftCardLookup = (ctx: RequestContext): Promise<TakenUses> =>
  countGuess(ctx, () => requireCaptcha(ctx, "login"));

/**
 * Counts a payment. A guest of a seller with a captcha has solved it for this call, and a member's guesses are limited by
 * account. Anybody else needs the built-in captcha once the network's guesses are used up.
 */
export const countGiftCardPayment = (ctx: RequestContext): Promise<TakenUses> => {
  const isProven = ctx.visitor?.role === "member" || captchaFor(ctx, "pay") !== undefined;
  return countGuess(ctx, () => (isProven ? Promise.resolve() : requireCaptcha(ctx, "login")));
};
