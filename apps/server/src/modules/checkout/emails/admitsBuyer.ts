import { grantsAdmission } from "@foyer/rules/catalog/handlers.ts";
import type { CheckoutTicket } from "../batch/lockCheckout.sql.ts";

/** Whether a ticket admits its buyer: not one that was sent on, and not one of a session that the venue has cancelled. */
export const admitsBuyer = (ticket: CheckoutTicket): boolean =>
  grantsAdmission(ticket) && !ticket.cancelled && ticket.sending_id === null;
