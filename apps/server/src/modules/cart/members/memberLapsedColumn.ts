import { optimizationFence } from "../../../db/statements/statement.ts";
import { renewsItself } from "../../catalog/members/renewsItself.ts";

/** Whether a ticket `t` uses the benefits of a membership. */
export const isMemberTicketColumn = `
  exists (select from allowance_use u where u.seller_id = $1 and u.ticket_id = t.id ${optimizationFence})`;

/** Whether a ticket `t` changes the level of a membership that has ended or was changed in another way since. */
const changesEndedMembership = `
  t.handler_data ->> 'changes_id' is not null and not exists (select from (select * from membership
    where seller_id = $1 and id = (t.handler_data ->> 'changes_id')::uuid ${optimizationFence}) m
    where m.state = 'active' and (m.valid_to is null or m.valid_to > app_now()))`;

/**
 * Whether a ticket `t` of a cart `c` is no longer covered by the membership that it was held with: the membership is
 * cancelled, was not renewed, or does not belong to the cart's current owner. The cart is only read for tickets with
 * uses, which are few.
 */
export const memberLapsedColumn = `
  (${changesEndedMembership} or exists (select from (select * from allowance_use where seller_id = $1 and ticket_id = t.id ${optimizationFence}) u
    cross join lateral (select * from membership where seller_id = $1 and id = u.membership_id ${optimizationFence}) m
    cross join lateral (select * from cart where seller_id = $1 and id = t.cart_id and u.ticket_id = t.id ${optimizationFence}) c
    cross join lateral (select * from identity where seller_id = $1 and id = c.identity_id ${optimizationFence}) i
    where m.state <> 'active' or (i.kind = 'user' and m.identity_id is distinct from i.id)
      or (u.counts_on_renewal and not ${renewsItself}) ${optimizationFence}))`;
