import type { CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { insertSpentAnswer } from "./captcha.sql.ts";
import { captchaFor } from "./captchaFor.ts";

/** The refusal that names the captcha's provider and purpose, so that the browser can solve it. */
export const captchaRequired = (ctx: Pick<RequestContext, "seller">, purpose: CaptchaPurpose = "login"): Refused =>
  new Refused({
    code: "captcha_required",
    context: "captcha",
    extra: { provider: captchaFor(ctx, purpose)?.provider, purpose },
  });

/**
 * Requires a solved captcha if the purpose needs one. Members are exempt, except when logging in. An answer works for one
 * call only. If its provider cannot be reached, the call is refused (docs/decisions/017-captchas-fail-closed.md).
 */
export const requireCaptcha = async (ctx: RequestContext, purpose: CaptchaPurpose): Promise<void> => {
  const captcha = captchaFor(ctx, purpose);
  if (!captcha || (ctx.visitor?.role === "member" && purpose !== "login")) return;
  const { provider } = captcha;
  if (!ctx.captcha) throw captchaRequired(ctx, purpose);
  const failed = new Refused({ code: "captcha_failed", context: "captcha", extra: { provider, purpose } });
  const rejectAnswer = (reason: string): Refused => {
    ctx.log.info({ event: "captcha_failed", provider, purpose, reason }, "captcha answer rejected");
    return failed;
  };
  // Logged as a warning: visitors are refused until an operator fixes it.
  const reportUnavailable = (reason: string): Refused => {
    ctx.log.warn({ event: "captcha_unavailable", provider, purpose, reason }, "captcha provider unavailable");
    return failed;
  };
  if (ctx.captcha.provider !== provider) throw rejectAnswer("other provider");
  const verifier = await ctx.providers.findCaptcha(ctx.seller.id, provider);
  if (!verifier) throw reportUnavailable("no keys");
  const verification = await verifier.verify(ctx.captcha.token, {
    sellerId: ctx.seller.id,
    purpose,
    clientAddress: ctx.clientAddress,
    origin: ctx.providers.origin,
  });
  if (!verification.isHuman)
    throw verification.isUnavailable ? reportUnavailable(verification.reason) : rejectAnswer(verification.reason);
  if (!(await insertSpentAnswer(ctx, verification))) throw rejectAnswer("already used");
};
