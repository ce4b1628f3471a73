import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import { needsSession } from "@foyer/rules/catalog/handlers.ts";
import type { FormAction } from "../../../shared/form/formAction.ts";
import type { FormSelection } from "../../../shared/form/formSelection.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { selectEventForm } from "../event/selectEventForm.ts";
import { reserveFormId } from "../form/useReserveSubmission.ts";
import { useReserveText } from "../text/useReserveText.ts";

/** The first step of an event's form, until the form itself says what is chosen. */
export const useFirstSelection = (event: EventReply | undefined, tg: readonly string[]): FormSelection | undefined => {
  const t = useReserveText();
  const { web } = useSeller();
  const action = event && firstAction(event, tg, web, t);
  return (
    action && {
      form: reserveFormId,
      heading: t("reserve.panel.visit"),
      when: undefined,
      lines: [],
      fees: undefined,
      total: undefined,
      action,
      isBusy: false,
    }
  );
};

/** Forms of other kinds say themselves how they begin. */
const firstAction = (
  event: EventReply,
  tg: readonly string[],
  web: ReturnType<typeof useSeller>["web"],
  t: ReturnType<typeof useReserveText>,
): FormAction | undefined => {
  const form = selectEventForm(event, { web, tg, isMember: false, hasAnchor: false });
  if (form === "quantity_first") return { label: t("reserve.tickets.choose"), step: "tickets" };
  if (form === "date_first" && (event.ticket_group?._data ?? []).some(needsSession))
    return { label: t("reserve.date.choose"), step: "date" };
  return undefined;
};
