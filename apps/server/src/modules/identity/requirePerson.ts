import { sql } from "kysely";
import type { CaptchaPurpose } from "@foyer/contract/captcha.ts";
import { guardStands } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";

/**
 * What has to be answered. Somebody else's script is let in by the policy of the page that takes money and no other: at
 * the doors of accounts and letters, where addresses hold secrets, it is the built-in one; at the former always.
 */
export const captchaFor = (
  { seller }: Pick<Ask, "seller">,
  purpose: CaptchaPurpose,
): Ask["seller"]["configuration"]["captcha"] => {
  const { captcha } = seller.configuration;
  if (purpose === "pay") return captcha;
  return captcha || purpose === "login" ? { provider: "altcha" } : undefined;
};

/** Says which captcha to answer. */
export const captchaWanted = (ask: Pick<Ask, "seller">, purpose: CaptchaPurpose = "login"): Refused =>
  new Refused({
    code: "captcha_required",
    context: "captcha",
    extra: { provider: captchaFor(ask, purpose)?.provider },
  });

/**
 * Asks whoever is not logged in for the captcha of the seller, where there is one; at the doors of accounts also members,
 * since anybody can be one. An answer is good for one call: it is written down as spent. When its provider cannot be asked
 * nobody gets through (docs/decisions/017-captchas-fail-closed.md).
 */
export const requirePerson = async (ask: Ask, purpose: CaptchaPurpose): Promise<void> => {
  const captcha = captchaFor(ask, purpose);
  if (!captcha || (ask.visitor?.role === "member" && purpose !== "login")) return;
  const { provider } = captcha;
  if (!ask.captcha) throw captchaWanted(ask, purpose);
  const failed = new Refused({ code: "captcha_failed", context: "captcha", extra: { provider } });
  const refuse = (reason: string): Refused => {
    ask.log.info({ event: "captcha_failed", provider, purpose, reason }, "an answer to a captcha was not taken");
    return failed;
  };
  /** Nobody can pay until somebody sees to it. */
  const complain = (reason: string): Refused => {
    ask.log.warn({ event: "captcha_unavailable", provider, purpose, reason }, "a captcha cannot be asked about");
    return failed;
  };
  if (ask.captcha.provider !== provider) throw refuse("of another provider");
  const judge = await ask.outside.captchaOf(ask.seller.id, provider);
  if (!judge) throw complain("no keys");
  const judgement = await judge.judge(ask.captcha.token, { sellerId: ask.seller.id, purpose, from: ask.from });
  if (!judgement.isPerson) throw judgement.isDown ? complain(judgement.reason) : refuse(judgement.reason);
  if (!(await spend(ask, judgement)) && guardStands("captcha_once")) throw refuse("spent before");
};

/** False: somebody was faster. What nobody would take any more is tidied away on the way. */
const spend = async ({ db, seller }: Ask, { mark, seconds }: { mark: Buffer; seconds: number }): Promise<boolean> => {
  await db
    .deleteFrom("captcha_spent")
    .where("seller_id", "=", seller.id)
    .where("expires_at", "<", sql<string>`app_now()`)
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("captcha_spent")
    .values({
      seller_id: seller.id,
      mark,
      expires_at: sql<string>`app_now() + make_interval(secs => ${seconds})`,
    })
    .onConflict((oc) => oc.columns(["seller_id", "mark"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};
