import { contextWithoutSession, noClient } from "../../../http/session/contextWithoutSession.ts";
import type { RequestContext, Visitor } from "../../../http/requestContext.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import type { BoughtCart } from "./boughtCart.ts";
import { holderOfOrder } from "./venueMoves.sql.ts";

/**
 * The request context in which the venue holds tickets for the buyer of an order: with their account and the membership
 * that the tickets use, but without a session.
 */
export const buyerContext = async (
  ctx: CheckoutJobContext,
  { owner_identity_id }: Pick<BoughtCart, "owner_identity_id">,
  { now, ticket_ids }: { readonly now: Temporal.Instant; readonly ticket_ids: readonly string[] },
): Promise<RequestContext> => {
  const holder = await holderOfOrder(ctx.db, ctx.seller.id, { owner_identity_id, ticket_ids });
  const isMember = holder?.kind === "user";
  const visitor: Visitor = {
    identity_id: owner_identity_id,
    role: isMember ? "member" : "anonymous",
    strength: isMember ? "full" : "none",
    member_id: holder?.member_id ?? (isMember ? owner_identity_id : null),
    token_hash: Buffer.alloc(0),
    fresh: false,
  };
  return contextWithoutSession({ ...ctx, ...noClient, now }, visitor);
};
