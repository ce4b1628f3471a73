import type { captchaChallenge } from "@foyer/contract/shop/captcha.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { takeSharedLimits, limitByNetwork } from "../../../http/limits/sharedLimits.ts";
import { Refused } from "../../../errors/refused.ts";
import { captchaFor } from "./captchaFor.ts";

/**
 * A challenge costs some work. The limit is enough for many buyers behind one network, but too low for collecting
 * challenges.
 */
const networkLimit = { name: "captcha_network", max: 600, windowSeconds: 600 };

/** A challenge of the built-in captcha. Not found if the purpose needs none, or uses another provider's. */
export const createCaptchaChallenge = async (
  ctx: RequestContext,
  { purpose }: Received<typeof captchaChallenge>,
): Promise<Reply<typeof captchaChallenge>> => {
  const captcha = captchaFor(ctx, purpose);
  const provider = captcha && (await ctx.providers.findCaptcha(ctx.seller.id, captcha.provider));
  if (!provider?.challenge) throw new Refused({ code: "not_found", context: "captcha" });
  const taken = await takeSharedLimits(ctx, [limitByNetwork(networkLimit, ctx)]);
  if ("wait" in taken)
    throw new Refused({ code: "too_many_requests", context: "captcha", extra: { retry_after: taken.wait } });
  return provider.challenge({ sellerId: ctx.seller.id, purpose });
};
