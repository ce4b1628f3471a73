import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";
import { isForSession } from "../catalog/handlers.ts";

/** Passes, codes and tickets with dates of their own are bought without choosing a session (requirements OPEN-28). */
export const needsNoSession = (group: Pick<TicketGroup, "handler" | "start_policy">): boolean =>
  group.handler === "passes" ||
  group.handler === "codes" ||
  (group.handler === "tickets" && group.start_policy !== null);

/** Its tickets are for a day and a time. */
export const needsSession = (group: Pick<TicketGroup, "handler" | "start_policy">): boolean =>
  isForSession(group) && !needsNoSession(group);

/** Groups that this page sells: gifts of money and memberships have forms of their own. */
const isReservable = ({ handler }: TicketGroup): boolean =>
  handler === "tickets" || handler === "seated" || handler === "passes" || handler === "codes";

/** A link with `tg` shows those groups alone; a group for links alone shows in no other way. */
export const reservableGroups = (groups: readonly TicketGroup[], tg: readonly string[]): readonly TicketGroup[] =>
  groups
    .filter((group) => isReservable(group) && (group.available || group.sold_out))
    .filter((group) => (tg.length > 0 ? tg.includes(group.id) : group.hidden_type !== "public_link_only"))
    .toSorted((one, other) => one._rank - other._rank);
