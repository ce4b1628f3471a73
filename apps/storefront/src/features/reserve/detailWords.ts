import type { DetailTicket } from "@foyer/rules/ticketDetails.ts";
import { useText } from "../../shared/seller.tsx";
import { detailStrings } from "./detail.strings.ts";
import type { Details } from "./useTicketDetails.ts";

/** Bounds that a message names. */
export type Bounds = { readonly min?: number | undefined; readonly max?: number | undefined };

/** What is said beside a field. */
export const useSaid = ({ said }: Details): ((field: string, bounds?: Bounds) => string | undefined) => {
  const t = useText(detailStrings);
  return (field, { min = 0, max = 0 } = {}) => {
    const message = said.find((one) => one.field === field)?.message;
    if (message === undefined) return undefined;
    if (typeof message !== "string") return message.text;
    return t(`details.${message}`, { min, max });
  };
};

/** 'Adult 1' */
export const useTicketName = (): ((ticket: DetailTicket) => string) => {
  const t = useText(detailStrings);
  return ({ type_name, number }) => t("details.ticket", { name: type_name, number });
};
