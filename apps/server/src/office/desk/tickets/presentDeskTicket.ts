import type { DeskTicket } from "@foyer/contract/office/orders/deskOrder.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { fieldsOf, type JudgedTicket } from "../../../modules/cart/change/judgeOrderTickets.ts";
import type { ChangedOrder } from "../../../modules/cart/change/readChangedOrder.ts";
import type { DeskTicketRow } from "../orderDetails.sql.ts";
import type { TicketUseRow } from "./ticketUse.sql.ts";

type Money = (amount: number) => string;

type TicketParts = {
  readonly changed: ChangedOrder;
  readonly uses: readonly TicketUseRow[];
  readonly money: Money;
};

/** A ticket as the desk shows it, with what the policy allows, how much of it was used, and the attendee. */
export const presentDeskTicket = (row: DeskTicketRow, { changed, uses, money }: TicketParts): DeskTicket => {
  const { id, face_value, adjusted_value, fees, code_number, event_type, names_start } = row;
  const { start_datetime, end_datetime, timezone } = row;
  const judged = changed.tickets.find((ticket) => ticket.id === id);
  const judgement = judged?.judgement;
  const use = uses.find(({ ticket_id }) => ticket_id === id);
  const event = { event_type, names_start: names_start ?? false };
  return {
    ...row,
    visit:
      start_datetime === null || end_datetime === null
        ? null
        : { start_datetime, timezone, all_day: isAllDay({ start_datetime, end_datetime }, event) },
    use: use ? presentUse(use, money) : null,
    asks: judged ? askedOf(judged) : null,
    codes_replaced: code_number,
    price: money(face_value),
    discount: money(face_value - adjusted_value),
    fees: money(fees),
    value: money(adjusted_value + fees),
    policy: {
      cancel: judgement?.actions.includes("cancel") ?? false,
      move: judgement?.actions.includes("reschedule") ?? false,
      until: judgement?.until ?? null,
      obstacle: judgement?.obstacle ?? null,
    },
  };
};

const presentUse = (row: TicketUseRow, money: Money): NonNullable<DeskTicket["use"]> => {
  const { ticket_id: _ticket_id, ...use } = row;
  return use.kind === "gift_card" ? { ...use, issued: money(use.issued), left: money(use.left) } : use;
};

/** The attendee details that the ticket's event asks for. */
const askedOf = (ticket: JudgedTicket): DeskTicket["asks"] => {
  const { names, emails } = fieldsOf(ticket);
  return names === "hidden" ? null : { name: names, email: emails };
};
