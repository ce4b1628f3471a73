import type { DetailGroup, DetailTicket } from "@foyer/rules/forms/ticketDetails.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { detailStrings } from "./details.strings.ts";
import type { DetailFieldsState } from "./detailsState.ts";

/** Limits that an error message names. */
export type NumberBounds = { readonly min?: number | undefined; readonly max?: number | undefined };

/** The error message of a field. */
export const useFieldError = ({
  fieldErrors,
}: Pick<DetailFieldsState, "fieldErrors">): ((field: string, bounds?: NumberBounds) => string | undefined) => {
  const t = useText(detailStrings);
  return (field, { min = 0, max = 0 } = {}) => {
    const message = fieldErrors.find((one) => one.field === field)?.message;
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

/** The label of the field that replaces a person's name; undefined if a person is named. A seller can override it. */
export const useLabelText = ({ handler, fields }: Pick<DetailGroup, "handler" | "fields">): string | undefined => {
  const key = `details.label.${handler}`;
  const t = useText({ [key]: fields.label?.text ?? "" });
  return fields.label && t(key);
};
