import { useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";
import type { OrderVisitTicket } from "./orderVisits.ts";

export type NamedTicket = Pick<OrderVisitTicket, "type_name" | "admit_name" | "seat_name">;

/** 'Adult, Ada Byron, Seat C 4' */
export const useOrderTicketName = () => {
  const t = useText(cancelStrings);
  return ({ type_name: type, admit_name, seat_name }: NamedTicket): string =>
    [admit_name, seat_name && t("cancel.seat", { seat: seat_name })].reduce<string>(
      (name, person) => (person ? t("cancel.ticket", { type: name, person }) : name),
      type,
    );
};

/** The same with the number of its QR code, where other tickets of the visit have the same name: 'Adult, Ticket C4B8 9FFF'. */
export const useTicketChoiceName = () => {
  const t = useText(cancelStrings);
  const nameOf = useOrderTicketName();
  return (ticket: NamedTicket & Pick<OrderVisitTicket, "number">): string =>
    ticket.number === null
      ? nameOf(ticket)
      : t("cancel.ticket", {
          type: nameOf(ticket),
          person: t("cancel.number", { number: ticket.number.replaceAll(" ", "\u00a0") }),
        });
};
