import type { captchaChallenge } from "@foyer/contract/shop/captcha.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { networkOf } from "../../../http/limits/clientNetworkOf.ts";
import { RateLimit } from "../../../http/limits/rateLimit.ts";
import { Refused } from "../../../errors/refused.ts";
import { captchaFor } from "./captchaFor.ts";

/** A challenge costs some work. Enough for many buyers behind one network, too few to collect them. */
const clientNetworkLimit = new RateLimit({ max: 600, windowSeconds: 600 });

/** A challenge of the built-in captcha. Not found where the purpose needs none, or another provider's. */
export const createCaptchaChallenge = async (
  ctx: RequestContext,
  { purpose }: Received<typeof captchaChallenge>,
): Promise<Reply<typeof captchaChallenge>> => {
  const captcha = captchaFor(ctx, purpose);
  const provider = captcha && (await ctx.providers.findCaptcha(ctx.seller.id, captcha.provider));
  if (!provider?.challenge) throw new Refused({ code: "not_found", context: "captcha" });
  const wait = clientNetworkLimit.take(`${ctx.seller.id} ${networkOf(ctx.clientAddress)}`);
  if (wait !== undefined)
    throw new Refused({ code: "too_many_requests", context: "captcha", extra: { retry_after: wait } });
  return provider.challenge({ sellerId: ctx.seller.id, purpose });
};
