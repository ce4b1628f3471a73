import { useState } from "react";
import type { NewType } from "../change/changeRequest.ts";
import type { ChosenTicket, MovableVisit, MovableVisitTicket } from "./movableVisit.ts";

/** The current type of a ticket. */
export const currentType = ({ ticket_type_id, ticket_group_id, type_name }: MovableVisitTicket): NewType => ({
  id: ticket_type_id,
  ticket_group_id,
  name: type_name,
});

/** Which tickets keep their time when it changes for the others, and which types are exchanged. */
export const useChosenTickets = (
  { tickets }: MovableVisit,
  { isKept, onChange }: { readonly isKept: boolean; readonly onChange: () => void },
) => {
  const [staying, setStaying] = useState<ReadonlySet<string>>(new Set());
  const [types, setTypes] = useState<ReadonlyMap<string, NewType>>(new Map());
  const offered = tickets.filter(({ canMove, canExchange }) => (isKept ? canExchange : canMove));
  const typeOf = (ticket: MovableVisitTicket): NewType => types.get(ticket.id) ?? currentType(ticket);
  return {
    /** The tickets that can be changed in this way. */
    offered,
    /** The tickets that keep their time, by id. */
    staying,
    typeOf,
    /** The tickets to be changed: if the time is kept, only those with another type. */
    selected: offered
      .map((ticket): ChosenTicket => ({ ...ticket, new_type: typeOf(ticket) }))
      .filter((ticket) => (isKept ? ticket.new_type.id !== ticket.ticket_type_id : !staying.has(ticket.id))),
    toggle: (id: string, moves: boolean): void => {
      setStaying((before) => new Set(moves ? [...before].filter((one) => one !== id) : [...before, id]));
      onChange();
    },
    exchangeType: (id: string, type: NewType): void => {
      setTypes((before) => new Map([...before, [id, type]]));
      onChange();
    },
  };
};
