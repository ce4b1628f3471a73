import { sql } from "kysely";
import type { CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";
import { guardStands } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";

/**
 * What has to be answered. Somebody else's script is let in by the policy of the page that takes money and no other: at
 * the doors of accounts and letters, where addresses hold secrets, it is the built-in one; at the former always.
 */
export const captchaFor = (
  { seller }: Pick<RequestContext, "seller">,
  purpose: CaptchaPurpose,
): RequestContext["seller"]["configuration"]["captcha"] => {
  const { captcha } = seller.configuration;
  if (purpose === "pay") return captcha;
  return captcha || purpose === "login" ? { provider: "altcha" } : undefined;
};

/** Says which captcha to answer. */
export const captchaRequired = (ctx: Pick<RequestContext, "seller">, purpose: CaptchaPurpose = "login"): Refused =>
  new Refused({
    code: "captcha_required",
    context: "captcha",
    extra: { provider: captchaFor(ctx, purpose)?.provider },
  });

/**
 * Asks whoever is not logged in for the captcha of the seller, where there is one; at the doors of accounts also members,
 * since anybody can be one. An answer is good for one call: it is written down as spent. When its provider cannot be asked
 * nobody gets through (docs/decisions/017-captchas-fail-closed.md).
 */
export const requireCaptcha = async (ctx: RequestContext, purpose: CaptchaPurpose): Promise<void> => {
  const captcha = captchaFor(ctx, purpose);
  if (!captcha || (ctx.visitor?.role === "member" && purpose !== "login")) return;
  const { provider } = captcha;
  if (!ctx.captcha) throw captchaRequired(ctx, purpose);
  const failed = new Refused({ code: "captcha_failed", context: "captcha", extra: { provider } });
  const rejectAnswer = (reason: string): Refused => {
    ctx.log.info({ event: "captcha_failed", provider, purpose, reason }, "an answer to a captcha was not taken");
    return failed;
  };
  /** Nobody can pay until somebody sees to it. */
  const reportUnavailable = (reason: string): Refused => {
    ctx.log.warn({ event: "captcha_unavailable", provider, purpose, reason }, "a captcha cannot be asked about");
    return failed;
  };
  if (ctx.captcha.provider !== provider) throw rejectAnswer("of another provider");
  const verifier = await ctx.providers.findCaptcha(ctx.seller.id, provider);
  if (!verifier) throw reportUnavailable("no keys");
  const verification = await verifier.verify(ctx.captcha.token, {
    sellerId: ctx.seller.id,
    purpose,
    clientAddress: ctx.clientAddress,
  });
  if (!verification.isHuman)
    throw verification.isUnavailable ? reportUnavailable(verification.reason) : rejectAnswer(verification.reason);
  if (!(await markAnswerSpent(ctx, verification)) && guardStands("captcha_once")) throw rejectAnswer("spent before");
};

/** False: somebody was faster. What nobody would take any more is tidied away on the way. */
const markAnswerSpent = async (
  { db, seller }: RequestContext,
  { tokenHash, validSeconds }: { tokenHash: Buffer; validSeconds: number },
): Promise<boolean> => {
  await db
    .deleteFrom("captcha_spent")
    .where("seller_id", "=", seller.id)
    .where("expires_at", "<", sql<string>`app_now()`)
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("captcha_spent")
    .values({
      seller_id: seller.id,
      mark: tokenHash,
      expires_at: sql<string>`app_now() + make_interval(secs => ${validSeconds})`,
    })
    .onConflict((oc) => oc.columns(["seller_id", "mark"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};
