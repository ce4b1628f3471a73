import type { RequestContext } from "../../../http/requestContext.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";

/** Call it before anything is looked up, so that known and unknown targets count alike. */
export const consumeResendQuota = async (
  ctx: RequestContext,
  action: "resend" | "order_email",
  target: string,
): Promise<void> => {
  const quota = await consumeQuota(ctx, action, target);
  if (quota.exceeded) throw tooManyRequests(quota.wait, "account");
};
