import type { cancelAutoRenew as call } from "@foyer/contract/membership.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { opensOrder } from "../cart/shownOrder.ts";
import { membershipsOfOrder } from "../membership/myMembership.ts";
import { noSuchOrder } from "../orders/readOrders.ts";
import { renewalsOf, type ToCancel } from "./cancel.sql.ts";
import { queueRenewalLetter } from "./renewalLetters.ts";
import { endRenewal, lockRenewal } from "./renewals.sql.ts";

/**
 * A membership does not renew itself any more. By whoever bought it, holds it or pays for it, logged in; or by the order's
 * link, without any login. Said twice it answers the same. From the moment that this is answered nothing is charged: money
 * whose taking was decided before pays for one more term, and no other follows.
 */
export const cancelAutoRenew = async (
  ask: Ask,
  { ticket_order_id, token }: Received<typeof call>,
): Promise<Reply<typeof call>> => {
  const byLink = opensOrder(ask, ticket_order_id, token);
  const { visitor } = ask;
  // A member's number alone ends nothing (T96).
  const identity_id = visitor?.strength === "full" ? visitor.identity_id : undefined;
  if (!byLink && identity_id === undefined) throw noSuchOrder();
  const cancelled = await transact(ask, async (ask) => {
    for (;;) {
      const found = await renewalsOf(ask, ticket_order_id, byLink ? undefined : identity_id);
      if (found.length === 0) throw noSuchOrder();
      await pause("renewal_found_to_cancel");
      const scheduled = found.find(({ state }) => state === "scheduled");
      if (!scheduled) return found.find(({ state }) => state === "cancelled");
      if (await cancelOne(ask, scheduled)) return scheduled;
      // It ended while we waited for it: perhaps with a next term, which is the one to be ended now.
    }
  });
  if (!cancelled) throw new Refused({ code: "auto_renew_not_scheduled", context: "membership" });
  return membershipsOfOrder(ask, cancelled.ticket_order_id);
};

const cancelOne = async (ask: Ask, { membership_id }: ToCancel): Promise<boolean> => {
  const row = await lockRenewal(ask.db, ask.seller.id, membership_id);
  if (!row || !(await endRenewal(ask, membership_id, { state: "cancelled" }))) return false;
  await queueRenewalLetter(ask, row, { is: "cancelled" });
  return true;
};
