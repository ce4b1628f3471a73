import { ownerKindColumn } from "../read/cartRow.ts";

/**
 * Does the link of a cart `c` open it? A guest's does. A member's only if it was a guest's when money was promised for it:
 * whoever pays for it by the link is let finish, and so is whoever pays it in parts (takeAlong.ts). An owner whom nobody
 * has seen yet is a user who is just being made.
 */
export const openByLinkColumn = (kind = ownerKindColumn): string => `(coalesce(${kind} <> 'user', false)
    or c.link_open and (c.part_paid or c.state = 'completed' or coalesce(c.paying_until > app_now(), false)))`;
