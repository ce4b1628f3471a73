import type { FormEvent, ReactNode } from "react";
import type { EventReply, EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate } from "@foyer/contract/shop/sessions.ts";
import { hasSeveralPrices } from "@foyer/rules/reserve/pickerDays.ts";
import { pricedChoice } from "@foyer/rules/reserve/prices/pricedChoice.ts";
import { hasOutsideFees } from "@foyer/rules/pricing/hasOutsideFees.ts";
import { daysPrice } from "@foyer/rules/reserve/prices/daysPrice.ts";
import { messagesFor } from "@foyer/rules/catalog/messageRules.ts";
import { needsNoSession } from "@foyer/rules/catalog/handlers.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { useTilePrice } from "../../../shared/format/useTilePrice.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { eventTimeZone } from "../event/eventTimeZone.ts";
import { DateStep } from "../date/DateStep.tsx";
import { useGoToStep } from "../../../shared/form/formAction.ts";
import { FormFooter } from "../../../shared/form/FormFooter.tsx";
import { Form } from "../../../shared/form/Form.tsx";
import { useInitialText } from "../text/useInitialText.ts";
import { usePickerDays } from "../date/usePickerDays.ts";
import type { InitialStep } from "./reserveFormProps.ts";

export type InitialReserveFormProps = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  readonly calendar: readonly CalendarDate[];
  readonly cartButton: ReactNode;
  readonly initialStep: InitialStep | undefined;
  /** The full form is being loaded, to be submitted. */
  readonly isSending: boolean;
  /** It could not be loaded; loads it again. */
  readonly loadRest: (() => Promise<unknown>) | undefined;
  readonly onStep: (initialStep: InitialStep) => void;
  readonly onSend: () => void;
  /** Pointer or focus is on the form. */
  readonly onInteraction: () => void;
};

/**
 * The reserve form before any choice: its date step only. The first step loads `ReserveForm`, which then replaces it.
 */
export function InitialReserveForm({
  event,
  template,
  calendar,
  cartButton,
  initialStep,
  isSending,
  loadRest,
  onStep,
  onSend,
  onInteraction,
}: InitialReserveFormProps) {
  const t = useInitialText();
  const { timezone } = useSeller();
  const when = useDateFormats();
  const announce = useAnnounce();
  const price = useTilePrice();
  const goToStep = useGoToStep();
  const types = event.ticket_type?._data ?? [];
  const severalPrices = hasSeveralPrices(types);
  const rules = event.message_rule?._data ?? [];
  const days = usePickerDays({ days: calendar, rules, hasSeveralPrices: severalPrices }, template);
  const action = initialStep?.action;
  const day = action?.type === "date chosen" ? action.day : undefined;
  const isFlexible = action?.type === "flexible chosen";
  const lowest = daysPrice(pricedChoice({ days: calendar, day, session: undefined }), severalPrices);
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!goToStep(submitted)) onSend();
  };
  const isDated = day ?? isFlexible;
  const busy = isSending && !loadRest;
  return (
    <>
      <Form
        id="reserve"
        aria-label={t("reserve.title")}
        onSubmit={onSubmit}
        onPointerEnter={onInteraction}
        onFocus={onInteraction}
      >
        <DateStep
          days={days}
          timezone={eventTimeZone(event, timezone)}
          day={day}
          mode={isFlexible ? "flexible" : "date"}
          hasFlexible={reservableGroups(event.ticket_group?._data ?? [], []).some(needsNoSession)}
          headingRef={null}
          error={undefined}
          loadRest={loadRest}
          messages={[
            ...(day === undefined ? [] : messagesFor(rules, "date_message", { day, chosen: [] })),
            ...(template.config.price_display?.message ? [template.config.price_display.message] : []),
          ]}
          onChoose={(chosen) => {
            announce(t("reserve.date.selected", { date: when.longDate(chosen) }));
            onStep({ action: { type: "date chosen", day: chosen }, next: "session" });
          }}
          onFlexible={() => onStep({ action: { type: "flexible chosen" }, next: "tickets" })}
          onReopen={() => onStep({ action: { type: "dates opened" }, next: "date" })}
        />
        {day !== undefined && !loadRest && <Skeleton shape="tile" count={4} />}
        {isFlexible && !loadRest && <Skeleton shape="control" count={3} />}
      </Form>
      <FormFooter
        form="reserve"
        action={isDated ? { label: t("reserve.submit") } : { label: t("reserve.date.choose"), step: "date" }}
        price={lowest && price(lowest.amount, lowest.isLowest ? t("reserve.from") : "")}
        notes={lowest && types.some(hasOutsideFees) ? [t("reserve.plus_fees")] : []}
        isBusy={busy}
        cartButton={cartButton}
      />
    </>
  );
}
