import { grantsAdmission } from "@foyer/rules/catalog/handlers.ts";
import type { CheckoutTicket } from "../batch/lockCheckout.sql.ts";

/** Whether a ticket lets its buyer in: not one that was sent on, and not that of a session that the venue has cancelled. */
export const admitsBuyer = (ticket: CheckoutTicket): boolean =>
  grantsAdmission(ticket) && !ticket.cancelled && ticket.sending_id === null;
