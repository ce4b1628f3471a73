import { optimizationFence } from "../../../db/statements/statement.ts";

/**
 * Whether a membership `m` is renewed automatically. One automatic renewal renews everybody on the membership, whoever
 * pays for it.
 */
export const renewsItself = `
  exists (select from (select id from membership where seller_id = $1 and ticket_order_id = m.ticket_order_id
      and ticket_group_id = m.ticket_group_id ${optimizationFence}) party
    cross join lateral (select from auto_renewal where seller_id = $1 and membership_id = party.id and state = 'scheduled' ${optimizationFence}) a)`;
