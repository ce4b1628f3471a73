import { useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";
import type { TicketToChoose } from "./orderVisits.ts";

export type NamedTicket = Pick<TicketToChoose, "type_name" | "admit_name" | "seat_name">;

/** 'Adult, Ada Byron, Seat C 4' */
export const useOrderTicketName = () => {
  const t = useText(cancelStrings);
  return ({ type_name: type, admit_name, seat_name }: NamedTicket): string =>
    [admit_name, seat_name && t("cancel.seat", { seat: seat_name })].reduce<string>(
      (name, person) => (person ? t("cancel.ticket", { type: name, person }) : name),
      type,
    );
};

/**
 * The same, where other tickets of the visit have the same name, with the number of its QR code or its recipient: 'Adult,
 * Ticket C4B8 9FFF', 'Adult, sent to a…@example.org'.
 */
export const useTicketChoiceName = () => {
  const t = useText(cancelStrings);
  const nameOf = useOrderTicketName();
  return ({ number, sent_to, ...ticket }: TicketToChoose): string => {
    const mark =
      number !== null
        ? t("cancel.number", { number: number.replaceAll(" ", "\u00a0") })
        : sent_to !== null
          ? t("cancel.sent_to", { email: sent_to })
          : undefined;
    return mark === undefined ? nameOf(ticket) : t("cancel.ticket", { type: nameOf(ticket), person: mark });
  };
};
