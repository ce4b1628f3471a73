import type { CartLine, Ticket } from "@foyer/contract/shop/cart.ts";
import type { TicketActions } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import type { TicketQuantity } from "@foyer/contract/shop/sessions.ts";
import type { MovedTicket } from "@foyer/rules/aftersale/move/moveCost.ts";
import type { SelectedTicket } from "@foyer/rules/catalog/messageRules.ts";
import { tellApart, ticketMarks, type TicketToChoose } from "../cancel/orderVisits.ts";
import type { ChangedTicket, MovableTicket } from "../change/changeRequest.ts";

/** A ticket that can be moved or exchanged, with its name and what was paid for it. */
export type MovableVisitTicket = MovableTicket &
  MovedTicket &
  TicketToChoose & {
    readonly canMove: boolean;
    readonly canExchange: boolean;
    /** Its event requires a city-pass voucher for each ticket. */
    readonly needs_voucher: boolean;
  };

/** A ticket to be changed, with its new type. */
export type ChosenTicket = MovableVisitTicket & ChangedTicket;

/** The tickets of an order for one session that can be moved or exchanged. */
export type MovableVisit = {
  readonly line: CartLine;
  readonly tickets: readonly MovableVisitTicket[];
  /** The ids of all tickets for the session, including those that have to stay. */
  readonly ofSession: ReadonlySet<string>;
};

/** What can be changed about a visit: only its time, or also (or only) the types of its tickets. */
export type VisitChange = "time" | "tickets";

const canMove = ({ actions }: TicketActions): boolean => actions.includes("reschedule");
const canExchange = ({ actions }: TicketActions): boolean => actions.includes("exchange");

const judgedOf = (line: CartLine, actions: readonly TicketActions[]): readonly TicketActions[] => {
  const ids = new Set(line.event_session_id === null ? [] : line.types.flatMap(({ ticket_ids }) => ticket_ids));
  return actions.filter(({ ticket_id }) => ids.has(ticket_id));
};

/** Whether a visit of an order has tickets that can be moved to another time. */
export const isMovable = (line: CartLine, actions: readonly TicketActions[]): boolean =>
  judgedOf(line, actions).some(canMove);

/** Whether tickets of a visit have to stay because its session is sold out. */
export const isKeptSoldOut = (line: CartLine, actions: readonly TicketActions[]): boolean =>
  judgedOf(line, actions).some(({ is_sold_out }) => is_sold_out);

/** Undefined if nothing can be changed. */
export const changeOfVisit = (line: CartLine, actions: readonly TicketActions[]): VisitChange | undefined => {
  const judged = judgedOf(line, actions);
  if (judged.some(canExchange)) return "tickets";
  return judged.some(canMove) ? "time" : undefined;
};

/** Undefined if the order has no such session. */
export const movableVisit = (
  { lines, ticket, ...codes }: Pick<OrderReply, "lines" | "ticket" | "door_ticket" | "sent_ticket">,
  { order_id, event_session_id }: { readonly order_id: string; readonly event_session_id: string },
  actions: readonly TicketActions[],
): MovableVisit | undefined => {
  const line = (lines[order_id] ?? []).find((one) => one.event_session_id === event_session_id);
  if (!line) return undefined;
  const actionsOf = new Map(actions.map((one) => [one.ticket_id, one]));
  const ticketOf = new Map<string, Ticket>(ticket?._data.map((one) => [one.id, one]));
  const marksOf = ticketMarks(codes);
  return {
    line,
    ofSession: new Set(line.types.flatMap(({ ticket_ids }) => ticket_ids)),
    tickets: tellApart(
      line.types.flatMap(({ name, ticket_ids }) =>
        ticket_ids.flatMap((id): MovableVisitTicket[] => {
          const [judged, row] = [actionsOf.get(id), ticketOf.get(id)];
          if (!judged || !row || !(canMove(judged) || canExchange(judged))) return [];
          const { value, change_fee, needs_voucher } = judged;
          const can = { canMove: canMove(judged), canExchange: canExchange(judged) };
          return [{ ...row, ...can, ...marksOf(id), type_name: name, value, change_fee, needs_voucher }];
        }),
      ),
    ),
  };
};

/** The number of tickets of each new type, sorted so that the same selection has the same query key. */
export const quantitiesOf = (tickets: readonly ChosenTicket[]): readonly TicketQuantity[] =>
  [...Map.groupBy(tickets, ({ new_type }) => new_type.id)]
    .map(([ticket_type_id, all]) => ({ ticket_type_id, quantity: all.length }))
    .toSorted((one, other) => (one.ticket_type_id < other.ticket_type_id ? -1 : 1));

/**
 * The tickets of the visit after the change, for messages that depend on their number: those that get another time, or at
 * the kept time all of them.
 */
export const ticketsAfter = (
  { line }: MovableVisit,
  selected: readonly ChosenTicket[],
  { isKept, groupName }: { readonly isKept: boolean; readonly groupName: (ticket_group_id: string) => string },
): readonly SelectedTicket[] => {
  const changed = new Set(selected.map(({ id }) => id));
  const staying = isKept
    ? line.types.map((type) => ({ ...type, ids: type.ticket_ids.filter((id) => !changed.has(id)) }))
    : [];
  return [
    ...staying.map(({ ticket_type_id, ticket_group_id, name, group_name, ids }) => ({
      ticket_type_id,
      ticket_group_id,
      type_name: name,
      group_name,
      quantity: ids.length,
    })),
    ...selected.map(({ new_type }) => ({
      ticket_type_id: new_type.id,
      ticket_group_id: new_type.ticket_group_id,
      type_name: new_type.name,
      group_name: groupName(new_type.ticket_group_id),
      quantity: 1,
    })),
  ];
};
