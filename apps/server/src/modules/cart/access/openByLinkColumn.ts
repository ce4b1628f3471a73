import { ownerKindColumn } from "../read/cartRow.ts";

/**
 * Whether the link of a cart `c` opens it. A guest's cart opens. A member's opens only if it was a guest's when a
 * payment began (transferCartsToUser.ts), so that a payer with the link can finish, with a payment plan too. An
 * owner without an identity row yet is a user who is being created.
 */
export const openByLinkColumn = (kind = ownerKindColumn): string => `(coalesce(${kind} <> 'user', false)
    or c.link_stays_open and (c.part_paid or c.state = 'completed' or coalesce(c.leased_until > app_now(), false)))`;
