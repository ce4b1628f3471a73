import { useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";
import type { VisitTicket } from "./orderVisits.ts";

/** 'Adult, Ada Byron, Seat C 4' */
export const useTicketName = () => {
  const t = useText(cancelStrings);
  return ({ type_name: type, admit_name, seat_name }: VisitTicket): string =>
    [admit_name, seat_name && t("cancel.seat", { seat: seat_name })].reduce<string>(
      (name, person) => (person ? t("cancel.ticket", { type: name, person }) : name),
      type,
    );
};
