import { optimizationFence } from "../../../db/statements/statement.ts";
import { renewsItself } from "../../catalog/members/renewsItself.ts";

/** Whether a ticket `t` uses the benefits of a membership. */
export const isMemberTicketColumn = `
  exists (select from allowance_use u where u.seller_id = $1 and u.ticket_id = t.id ${optimizationFence})`;

/** Whether a ticket `t` changes the level of a membership that has ended meanwhile, or was changed otherwise. */
const changesEndedMembership = `
  t.handler_data ->> 'changes_id' is not null and not exists (select from (select * from membership
    where seller_id = $1 and id = (t.handler_data ->> 'changes_id')::uuid ${optimizationFence}) m
    where m.state = 'active' and (m.valid_to is null or m.valid_to > app_now()))`;

/**
 * Whether the membership that a ticket `t` of a cart `c` was held by no longer covers it: cancelled, not renewed after
 * all, or not the present owner's. The cart is read for the uses alone, of which most tickets have none.
 */
export const memberLapsedColumn = `
  (${changesEndedMembership} or exists (select from (select * from allowance_use where seller_id = $1 and ticket_id = t.id ${optimizationFence}) u
    cross join lateral (select * from membership where seller_id = $1 and id = u.membership_id ${optimizationFence}) m
    cross join lateral (select * from cart where seller_id = $1 and id = t.cart_id and u.ticket_id = t.id ${optimizationFence}) c
    cross join lateral (select * from identity where seller_id = $1 and id = c.identity_id ${optimizationFence}) i
    where m.state <> 'active' or (i.kind = 'user' and m.identity_id is distinct from i.id)
      or (u.counts_on_renewal and not ${renewsItself}) ${optimizationFence}))`;
