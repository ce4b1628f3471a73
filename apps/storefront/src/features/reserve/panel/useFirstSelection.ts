import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { EventForm } from "@foyer/rules/catalog/eventForm.ts";
import { needsSession } from "@foyer/rules/catalog/handlers.ts";
import type { FormAction } from "../../../shared/form/formAction.ts";
import type { FormSelection } from "../../../shared/form/formSelection.ts";
import { reserveFormId } from "../form/useReserveSubmission.ts";
import { useReserveText } from "../text/useReserveText.ts";

/**
 * What the order panel shows before the form has loaded and publishes its own selection: nothing chosen, and the first
 * step. Undefined while the event loads, and for forms without such a step.
 */
export const useFirstSelection = (
  event: EventReply | undefined,
  form: EventForm | undefined,
): FormSelection | undefined => {
  const t = useReserveText();
  const action = event && firstAction(event, form, t);
  return (
    action && {
      form: reserveFormId,
      heading: t("reserve.panel.visit"),
      when: undefined,
      lines: [],
      total: undefined,
      action,
      isBusy: false,
    }
  );
};

const firstAction = (
  event: EventReply,
  form: EventForm | undefined,
  t: ReturnType<typeof useReserveText>,
): FormAction | undefined => {
  if (form === "quantity_first") return { label: t("reserve.tickets.choose"), step: "tickets" };
  if (form === "date_first" && (event.ticket_group?._data ?? []).some(needsSession))
    return { label: t("reserve.date.choose"), step: "date" };
  return undefined;
};
