import { ownerKindColumn } from "../read/cartRow.ts";

/**
 * Whether a cart `c` can be opened by its link. A guest's cart can. A member's can only if it was a guest's when a
 * payment began (transferCartsToUser.ts), so that a payer with the link can finish, also with a payment plan. An owner
 * without an identity row yet is a user who is being created.
 */
export const openByLinkColumn = (kind = ownerKindColumn): string => `(coalesce(${kind} <> 'user', false)
    or c.link_stays_open and (c.part_paid or c.state = 'completed' or coalesce(c.leased_until > app_now(), false)))`;
