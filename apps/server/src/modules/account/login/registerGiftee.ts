import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { createGiftee } from "@foyer/contract/shop/login.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { saveGuestIdentity } from "../../identity/users/guestIdentity.ts";
import { validatePerson } from "../../identity/users/validateUserDetails.ts";

/** Stores the recipient of a gift. */
export const registerGiftee = async (
  ctx: RequestContext,
  sent: Received<typeof createGiftee>,
): Promise<Reply<typeof createGiftee>> => {
  const person = validatePerson(ctx, sent);
  const quota = await consumeQuota(ctx, "giftee", ctx.ensureVisitor().identity_id);
  if (quota.exceeded) throw tooManyRequests(quota.wait);
  return { identity_id: await saveGuestIdentity(ctx, person) };
};
