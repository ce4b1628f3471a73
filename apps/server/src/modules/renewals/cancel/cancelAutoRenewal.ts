import type { cancelAutoRenew as call } from "@foyer/contract/shop/membership.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { writeEntry } from "../../audit/audit.ts";
import { isOrderToken } from "../../cart/read/readTicketOrder.ts";
import { readOrderMemberships } from "../../membership/read/readMemberships.ts";
import { orderNotFound } from "../../orders/readOrders.ts";
import { renewalsOfOrder } from "./cancelAutoRenewal.sql.ts";
import { cancelRenewal } from "./cancelRenewal.ts";

/**
 * Cancels the auto-renewal of an order's membership, for its signed-in buyer, holder or payer, or for anybody with the
 * order's link. It can safely be repeated. After the answer nothing more is charged, except for a charge that was already
 * decided: it pays for one more term, and no other follows.
 */
export const cancelAutoRenewal = async (
  ctx: RequestContext,
  { ticket_order_id, token }: Received<typeof call>,
): Promise<Reply<typeof call>> => {
  const hasLink = isOrderToken(ctx, ticket_order_id, token);
  const { visitor } = ctx;
  // A session opened by a member number alone may not cancel.
  const identity_id = visitor?.strength === "full" ? visitor.identity_id : undefined;
  if (!hasLink && identity_id === undefined) throw orderNotFound();
  const cancelled = await transact(ctx, async (ctx) => {
    for (;;) {
      const renewals = await renewalsOfOrder(ctx, ticket_order_id, hasLink ? undefined : identity_id);
      if (renewals.length === 0) throw orderNotFound();
      await pause("renewal_cancel_found");
      const scheduled = renewals.find(({ state }) => state === "scheduled");
      if (!scheduled) return renewals.find(({ state }) => state === "cancelled");
      if (await cancelRenewal(ctx, scheduled.membership_id)) {
        await recordCancelling(ctx, scheduled.membership_id);
        return scheduled;
      }
      // The renewal ended while this waited for its lock, perhaps because it was renewed: then the next term has to be
      // cancelled.
    }
  });
  if (!cancelled) throw new Refused({ code: "auto_renew_not_scheduled", context: "membership" });
  return readOrderMemberships(ctx, [cancelled.ticket_order_id]);
};

const recordCancelling = ({ db, seller }: Pick<RequestContext, "db" | "seller">, id: string): Promise<void> =>
  writeEntry(
    { db, seller, actor: "buyer", via: "storefront", staff_id: null, roles: [], requestId: null },
    { action: "member.renewal_cancelled", entity: { kind: "member", id } },
  );
