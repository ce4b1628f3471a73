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
