import type { RefusalContext } from "@foyer/contract/errors.ts";
import { goneFromOrderText } from "@foyer/contract/refusalDescriptions.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { HoldRejection, NewTicket } from "@foyer/rules/hold/catalogSnapshot.ts";
import { Refused } from "../../../errors/refused.ts";
import { describeRefusedCode } from "../../codes/describeRefusedCode.ts";
import { anchorRulesOf } from "../read/checkoutBlocks.ts";
import type { TicketRow, TypeName } from "../read/readCart.sql.ts";
import type { CartChangeRequest } from "./cartChange.ts";
import type { NewTicketRow } from "./hold.sql.ts";

type RemovedTickets = {
  readonly found: readonly unknown[];
  readonly removedIds: ReadonlySet<string>;
  /** The tickets are an order's, and are given up by a change. */
  readonly isOrder: boolean;
};

export const checkAllFound = ({ found, removedIds, isOrder }: RemovedTickets): Refused | undefined =>
  found.length < removedIds.size
    ? new Refused({
        code: "ticket_not_found",
        context: "cart_remove_tickets",
        ...(isOrder && { description: goneFromOrderText }),
      })
    : undefined;

/**
 * Turns a rejection into a refusal, in its own context or in that of the request. `isChange`: the request changes an
 * order.
 */
export const refusedHold = (
  seller: Seller,
  { context: own, second, ...rest }: HoldRejection,
  { context: requested, isChange }: { readonly context: RefusalContext; readonly isChange: boolean },
): Refused => {
  const context = own ?? requested;
  const described = (one: Pick<HoldRejection, "code" | "extra">) => describeRefusedCode(seller, one, { isChange });
  return new Refused({
    ...described(rest),
    ...rest,
    context,
    ...(second && { second: new Refused({ ...described(second), ...second, context }) }),
  });
};

/** A new ticket as later reads return it. */
export const toTicketRow = (ticket: NewTicketRow, seat_name: string | null): TicketRow => ({
  ...ticket,
  seat_name,
  state: "held",
  ticket_order_id: null,
  scan_code: null,
  sending_id: null,
  code_number: 0,
  member_lapsed: false,
  is_member_ticket: ticket.allowance_use !== null,
});

/** New tickets, with their groups' requirements for a cart's contents. */
export const asContents = (tickets: readonly NewTicket[], names: ReadonlyMap<string, TypeName>) =>
  tickets.map((ticket) => {
    const type = names.get(ticket.ticket_type_id);
    if (!type) throw new Error("The type of a new ticket was not read.");
    return { ...type, ...ticket };
  });

/** A ticket with a fixed price. It still counts towards discounts on other tickets. */
export const withFixedPrice = (ticket: TicketRow): TicketRow => ({
  ...ticket,
  booked_reduction: ticket.face_value - ticket.adjusted_value,
});

/** The tickets that a changed cart keeps. */
export const keptTickets = (
  { changesPlan }: Pick<CartChangeRequest, "changesPlan">,
  staying: readonly TicketRow[],
  idsAlong: ReadonlySet<string>,
): readonly TicketRow[] => {
  const kept = staying.filter(({ id }) => !idsAlong.has(id));
  return changesPlan ? kept.map(withFixedPrice) : kept;
};

export const countBySession = (tickets: readonly Pick<TicketRow, "event_session_id">[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { event_session_id: id } of tickets) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

export const warnOfUnsupportedVisitTime = ({ ctx }: CartChangeRequest, tickets: readonly NewTicket[]): void => {
  const { visit_time } = ctx.seller.configuration.upsells ?? {};
  if (visit_time === undefined || anchorRulesOf(ctx.seller).visit_time) return;
  if (tickets.some((ticket) => ticket.needs_anchor))
    ctx.log.warn({ visit_time }, "Unsupported value for upsells.visit_time config");
};

type GroupTicket = Pick<TicketRow, "ticket_group_id">;
type AfterChange = {
  readonly staying: readonly TicketRow[];
  /** Tickets in `staying` that leave after all, because tickets on which they depend leave. */
  readonly along: readonly TicketRow[];
  readonly tickets: readonly GroupTicket[];
};

/** The ticket groups whose last ticket leaves the cart with a change. */
export const groupsGone = (
  leaving: readonly GroupTicket[],
  { staying, along, tickets }: AfterChange,
): readonly string[] => {
  const left = new Set(along.map(({ id }) => id));
  const present = new Set([...staying.filter(({ id }) => !left.has(id)), ...tickets].map((one) => one.ticket_group_id));
  const gone = new Set([...leaving, ...along].map((one) => one.ticket_group_id));
  return [...gone.difference(present)];
};
