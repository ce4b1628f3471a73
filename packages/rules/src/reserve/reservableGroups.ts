import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";
import { isReservable } from "../catalog/handlers.ts";

/** The groups on the reserve form. With `tg` only those; groups hidden except by link show only if named. */
export const reservableGroups = (groups: readonly TicketGroup[], tg: readonly string[]): readonly TicketGroup[] =>
  groups
    .filter((group) => isReservable(group) && (group.available || group.sold_out))
    .filter((group) => (tg.length > 0 ? tg.includes(group.id) : group.hidden_type !== "public_link_only"))
    .toSorted((one, other) => one._rank - other._rank);
