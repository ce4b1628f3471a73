import type { CartLine, Ticket } from "@foyer/contract/shop/cart.ts";
import type { TicketActions } from "@foyer/contract/shop/orderChanges.ts";
import type { OrderReply } from "@foyer/contract/shop/orders.ts";
import type { TicketQuantity } from "@foyer/contract/shop/sessions.ts";
import type { MovedTicket } from "@foyer/rules/aftersale/moveCost.ts";
import type { MovableTicket } from "../change/changeRequest.ts";

/** A ticket that can be moved, with what it is called and what was paid for it. */
export type MovableVisitTicket = MovableTicket & MovedTicket & { readonly type_name: string };

/** The tickets of an order for one session that can be moved. */
export type MovableVisit = {
  readonly line: CartLine;
  readonly tickets: readonly MovableVisitTicket[];
  /** The ids of all tickets of the session, also those that have to stay. */
  readonly ofSession: ReadonlySet<string>;
};

const canMove = (actions: TicketActions | undefined): actions is TicketActions =>
  actions?.actions.includes("reschedule") ?? false;

/** Whether a visit of an order has tickets that can be moved to another time. */
export const isMovable = (line: CartLine, actions: readonly TicketActions[]): boolean =>
  line.event_session_id !== null &&
  line.types.some(({ ticket_ids }) =>
    ticket_ids.some((id) => canMove(actions.find(({ ticket_id }) => ticket_id === id))),
  );

/** Undefined where the order has no such session. */
export const movableVisit = (
  { lines, ticket }: Pick<OrderReply, "lines" | "ticket">,
  { order_id, event_session_id }: { readonly order_id: string; readonly event_session_id: string },
  actions: readonly TicketActions[],
): MovableVisit | undefined => {
  const line = (lines[order_id] ?? []).find((one) => one.event_session_id === event_session_id);
  if (!line) return undefined;
  const actionsOf = new Map(actions.map((one) => [one.ticket_id, one]));
  const ticketOf = new Map<string, Ticket>(ticket?._data.map((one) => [one.id, one]));
  return {
    line,
    ofSession: new Set(line.types.flatMap(({ ticket_ids }) => ticket_ids)),
    tickets: line.types.flatMap(({ name, ticket_ids }) =>
      ticket_ids.flatMap((id): MovableVisitTicket[] => {
        const [judged, row] = [actionsOf.get(id), ticketOf.get(id)];
        if (!canMove(judged) || !row) return [];
        const { value, change_fee } = judged;
        return [{ ...row, type_name: name, value, change_fee }];
      }),
    ),
  };
};

/** How many tickets of each type, sorted so that the same selection has the same query key. */
export const quantitiesOf = (tickets: readonly MovableVisitTicket[]): readonly TicketQuantity[] =>
  [...Map.groupBy(tickets, ({ ticket_type_id }) => ticket_type_id)]
    .map(([ticket_type_id, all]) => ({ ticket_type_id, quantity: all.length }))
    .toSorted((one, other) => (one.ticket_type_id < other.ticket_type_id ? -1 : 1));
