import type { TicketGroup } from "@foyer/contract/catalog.ts";
import { isTimed } from "./handlers.ts";

/** Passes, codes and tickets with dates of their own are bought without choosing a session (requirements OPEN-28). */
export const needsNoSession = (group: Pick<TicketGroup, "handler" | "start_policy">): boolean =>
  group.handler === "passes" ||
  group.handler === "codes" ||
  (group.handler === "tickets" && group.start_policy !== null);

/** Its tickets are for a day and a time. */
export const isDated = (group: Pick<TicketGroup, "handler" | "start_policy">): boolean =>
  isTimed(group) && !needsNoSession(group);

/** Groups that this page sells: gifts of money and memberships have forms of their own. */
const isSoldHere = ({ handler }: TicketGroup): boolean =>
  handler === "tickets" || handler === "seated" || handler === "passes" || handler === "codes";

/** A link with `tg` shows those groups alone; a group for links alone shows in no other way. */
export const shownGroups = (groups: readonly TicketGroup[], tg: readonly string[]): readonly TicketGroup[] =>
  groups
    .filter((group) => isSoldHere(group) && (group.available || group.sold_out))
    .filter((group) => (tg.length > 0 ? tg.includes(group.id) : group.hidden_type !== "public_link_only"))
    .toSorted((one, other) => one._rank - other._rank);
