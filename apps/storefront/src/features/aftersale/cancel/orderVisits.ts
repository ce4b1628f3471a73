import type { Money } from "@foyer/contract/basics.ts";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { ChangeObstacle, TicketActions } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { shortTicketNumber } from "@foyer/rules/values/text/shortTicketNumber.ts";
import { countLabels } from "./countLabels.ts";

/** What a list of tickets to choose from shows of a ticket. */
export type TicketToChoose = {
  readonly type_name: string;
  readonly admit_name: string | null;
  readonly seat_name: string | null;
  /** As under its QR code, if only that tells it from another ticket of the visit; null if its name does. */
  readonly number: string | null;
  /** To whom it was sent on, for a ticket whose code only its recipient sees; else null, like the number. */
  readonly sent_to: string | null;
};

/** A valid ticket of an order, with the fields that cancelling it shows. */
export type OrderVisitTicket = TicketToChoose & {
  readonly ticket_id: string;
  readonly value: Money;
  /** Why it cannot be cancelled; null if it can. */
  readonly obstacle: ChangeObstacle | null;
  readonly until: string | null;
};

/** The tickets of an order for one date. */
export type Visit = { readonly line: CartLine; readonly tickets: readonly OrderVisitTicket[] };

/** The obstacle to cancelling; tickets that only allow other changes must be cancelled by the venue. */
const cancelObstacle = (ticket: TicketActions | undefined): ChangeObstacle | null =>
  ticket?.actions.includes("cancel") ? null : (ticket?.obstacle ?? "not_changeable");

const labelOf = ({ type_name, admit_name, seat_name }: TicketToChoose): string =>
  JSON.stringify([type_name, admit_name, seat_name]);

/** Leaves number and recipient only to tickets that share their name with another one. */
export const tellApart = <T extends TicketToChoose>(tickets: readonly T[]): readonly T[] => {
  const counts = countLabels(tickets.map(labelOf));
  return tickets.map((ticket) =>
    (counts.get(labelOf(ticket)) ?? 0) > 1 ? ticket : { ...ticket, number: null, sent_to: null },
  );
};

/** The number of each ticket whose code the buyer sees, and the recipient of each that was sent on, by ticket id. */
export const ticketMarks = ({ door_ticket, sent_ticket }: Pick<OrderReply, "door_ticket" | "sent_ticket">) => {
  const codes = new Map(door_ticket._data.map(({ id, scan_code }) => [id, scan_code]));
  const recipients = new Map(sent_ticket?._data.map(({ id, sent_to }) => [id, sent_to]));
  return (ticket_id: string): Pick<TicketToChoose, "number" | "sent_to"> => ({
    number: shortTicketNumber(codes.get(ticket_id) ?? "") || null,
    sent_to: recipients.get(ticket_id) || null,
  });
};

/** The valid tickets, by date and session in the order of the lines. */
export const orderVisits = (
  { lines, ticket, door_ticket, sent_ticket }: Pick<OrderReply, "lines" | "ticket" | "door_ticket" | "sent_ticket">,
  order_id: string,
  actions: readonly TicketActions[],
): readonly Visit[] => {
  const actionsOf = new Map(actions.map((one) => [one.ticket_id, one]));
  const ticketOf = new Map(ticket?._data.map((one) => [one.id, one]));
  const doorTicketOf = new Map(door_ticket._data.map((one) => [one.id, one]));
  const marksOf = ticketMarks({ door_ticket, sent_ticket });
  return (lines[order_id] ?? []).map((line) => ({
    line,
    tickets: tellApart(
      line.types.flatMap((type) =>
        type.ticket_ids.map((ticket_id): OrderVisitTicket => {
          const judged = actionsOf.get(ticket_id);
          return {
            ticket_id,
            type_name: type.name,
            admit_name: doorTicketOf.get(ticket_id)?.admit_name ?? ticketOf.get(ticket_id)?.admit_name ?? null,
            seat_name: ticketOf.get(ticket_id)?.seat_name ?? null,
            ...marksOf(ticket_id),
            value: judged?.value ?? "0",
            obstacle: cancelObstacle(judged),
            until: judged?.until ?? null,
          };
        }),
      ),
    ),
  }));
};

/** Whether something can be cancelled, no valid ticket is left, or only the venue can cancel. */
export type CancelChoice = "possible" | "none_valid" | "contact";

const isOver = ({ obstacle }: TicketActions): boolean =>
  obstacle === "cancelled" || obstacle === "redeemed" || obstacle === "past";

export const cancelChoice = (actions: readonly TicketActions[]): CancelChoice => {
  if (actions.some((ticket) => ticket.actions.includes("cancel"))) return "possible";
  return actions.every(isOver) ? "none_valid" : "contact";
};

export const cancellableIn = (visits: readonly Visit[]): readonly OrderVisitTicket[] =>
  visits.flatMap(({ tickets }) => tickets.filter(({ obstacle }) => obstacle === null));

/** The venue has cancelled the visit, and the buyer has not yet chosen between a refund and another time. */
export const hasToChoose = ({ line, tickets }: Visit): boolean =>
  line.flag === "cancelled" && tickets.some(({ obstacle }) => obstacle === null);

/** The actions of all tickets except those of the given visits. */
export const actionsWithout = (
  actions: readonly TicketActions[],
  left_out: readonly Visit[],
): readonly TicketActions[] => {
  const ids = new Set(left_out.flatMap(({ tickets }) => tickets.map(({ ticket_id }) => ticket_id)));
  return actions.filter(({ ticket_id }) => !ids.has(ticket_id));
};

/** All valid tickets can be cancelled at once. */
export const canCancelAll = (visits: readonly Visit[]): boolean =>
  visits.every(({ tickets }) => tickets.every(({ obstacle }) => obstacle === null));

/** The number of tickets that stay, by type. */
export const typesLeft = (
  { tickets }: Visit,
  going: ReadonlySet<string>,
): readonly { readonly name: string; readonly count: number }[] =>
  [...Map.groupBy(tickets, ({ type_name }) => type_name)]
    .map(([name, all]) => ({ name, count: all.filter(({ ticket_id }) => !going.has(ticket_id)).length }))
    .filter(({ count }) => count > 0);

/** Whether an amount is greater than zero. */
export const isPositiveAmount = (amount: Money): boolean => /[1-9]/.test(amount);
