import type { AddedTicket, TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { Refused } from "../../../../errors/refused.ts";
import type { RequestContext } from "../../../../http/requestContext.ts";
import { eventsOfTypes } from "./ticketRequests.sql.ts";

const isSingle = (wanted: TicketRequest | AddedTicket): wanted is AddedTicket => "ticket_type_id" in wanted;
const isLine = (wanted: TicketRequest | AddedTicket): wanted is TicketRequest => !isSingle(wanted);

/**
 * Turns requests for single tickets into the hold's requests, one line each. Queries the database only if there are any.
 */
export const toTicketRequests = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  add: readonly (TicketRequest | AddedTicket)[],
): Promise<readonly TicketRequest[]> => {
  const singles = add.filter(isSingle);
  if (singles.length === 0) return add.filter(isLine);
  const events = await eventsOfTypes(db, seller.id, [...new Set(singles.map(({ ticket_type_id }) => ticket_type_id))]);
  const eventOf = new Map(events.map(({ id, event_template_id }) => [id, event_template_id]));
  return add.map((wanted): TicketRequest => {
    if (!isSingle(wanted)) return wanted;
    const { event_session_id, ticket_type_id, admit_name, admit_email, face_value, seat_template_id } = wanted;
    const event_template_id = eventOf.get(ticket_type_id);
    if (event_template_id === undefined)
      throw new Refused({ code: "ticket_type_not_available", context: "reserve", extra: { ticket_type_id } });
    return {
      event_template_id,
      ...(event_session_id !== undefined && { event_session_id }),
      ticket_types_required: [
        {
          ticket_type_id,
          quantity: 1,
          ...(face_value !== undefined && { face_value }),
          ...(admit_name !== undefined && { admit_names: [admit_name] }),
          ...(admit_email !== undefined && { admit_emails: [admit_email] }),
          ...(seat_template_id !== undefined && { seat_template_ids: [seat_template_id] }),
        },
      ],
    };
  });
};
