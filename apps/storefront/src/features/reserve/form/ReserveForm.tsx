import { Link } from "wouter";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { allDayEvent } from "@foyer/rules/catalog/allDay.ts";
import { messagesFor } from "@foyer/rules/catalog/messageRules.ts";
import { isAllDayVisit, isSessionOpen } from "@foyer/rules/reserve/sessionPicker.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { DateAndSessionSteps } from "../date/DateAndSessionSteps.tsx";
import { ReserveFrame } from "./ReserveFrame.tsx";
import type { ReserveFormState } from "./reserveFormState.ts";
import { LazyRenewalBanner } from "../members/LazyRenewalBanner.tsx";
import { SeatStep } from "../seats/SeatStep.tsx";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import { TicketDetails } from "../details/TicketDetails.tsx";
import { LazyTicketStep } from "./LazySteps.tsx";
import { usePickerDays } from "../date/usePickerDays.ts";
import { useReserve } from "./useReserve.ts";
import { useRefetchWithCart } from "./useReserveContext.ts";
import { useSeatSelection } from "../seats/useSeatSelection.ts";
import { useTicketDetails } from "../details/useTicketDetails.ts";
import { useStepFocus } from "./useStepFocus.ts";
import { useReserveText } from "../text/useReserveText.ts";
import type { ReserveFormProps } from "./reserveFormProps.ts";

/**
 * Date, then time, then tickets: each step appears when the one before is answered. An event with a single session shows
 * one line instead of the first two; a sale of codes has neither.
 */
export function ReserveForm({ event, template, cartButton, onSkip, initialStep }: ReserveFormProps) {
  const t = useReserveText();
  const { slug } = useSeller();
  const reserve = useReserve(event, slug, initialStep?.action);
  useRefetchWithCart(template.id);
  const { headings, goTo } = useStepFocus(initialStep?.next);
  const details = useTicketDetails({ event: template, choices: reserve.choices, session: reserve.session });
  const seats = useSeatSelection({
    eventLink: reserve.eventLink,
    choices: reserve.choices,
    session: reserve.session,
    isSuggested: reserve.hasUsualTickets,
  });
  const { mode, day, session, sessions, chosen, rules, act } = reserve;
  const selection = { day, time: session?.local_start, chosen };
  const days = usePickerDays(reserve, template);
  const hasNoDays = reserve.days?.length === 0 && mode !== "flexible" && !reserve.hasFlexible;
  const isSingleSession =
    template.event_type === "single" && reserve.days?.length === 1 && sessions?.length === 1 && session !== undefined;

  // Nothing can be chosen, so there is no total and no button.
  if (reserve.isVisit && hasNoDays)
    return (
      <Banner tone="warning" action={<Link href={paths.allEvents()}>{t("event.back")}</Link>}>
        {t("event.unavailable")}
      </Banner>
    );
  return (
    <ReserveFrame {...{ event, reserve, act, template, details, seats, goTo, cartButton, onSkip }}>
      {(frame) => (
        <>
          {isSingleSession ? (
            <SingleSessionLine template={template} reserve={reserve} />
          ) : (
            reserve.isVisit && (
              <DateAndSessionSteps
                {...{ template, reserve, act, days, frame, headings, goTo }}
                hasFlexible={reserve.hasFlexible}
                afterTime="tickets"
              />
            )
          )}
          <LazyRenewalBanner event={event} day={day} />
          {(session !== undefined || mode === "flexible") && (
            <LazyTicketStep
              choices={reserve.choices}
              prices={reserve.prices}
              headingRef={headings.tickets}
              error={frame.errorAt("tickets")}
              isSubmitted={frame.isPriceInvalid}
              messages={messagesFor(rules, "quantity_message", selection)}
              onQuantity={(id, quantity) => {
                frame.clearErrors();
                reserve.choose(id, quantity);
              }}
              onPrice={(id, price) => act({ type: "price typed", ticket_type_id: id, price })}
            />
          )}
          <TicketDetails details={details} seats={<SeatStep seats={seats} error={frame.errorAt("seats")} />} />
        </>
      )}
    </ReserveFrame>
  );
}

/** The date of an event with a single session. The event's own text takes precedence. */
function SingleSessionLine({
  template,
  reserve,
}: {
  readonly template: EventTemplate;
  readonly reserve: ReserveFormState;
}) {
  const t = useReserveText();
  const when = useDateFormats();
  const { day, session, sessions, chosen, rules } = reserve;
  if (day === undefined || !session) return null;
  const selection = { day, time: session.local_start, chosen };
  const isAllDay = isAllDayVisit(session, allDayEvent(template), sessions?.filter(isSessionOpen).length ?? 0);
  return (
    <FormStep
      name="date"
      heading={t("reserve.when")}
      chosen={
        template.meta.ticket_date_time ??
        (isAllDay
          ? when.longDate(day)
          : t("reserve.when.at", { date: when.longDate(day), time: when.time(session.local_start) }))
      }
      messages={[
        ...messagesFor(rules, "date_message", selection),
        ...messagesFor(rules, "session_message", selection),
        ...(reserve.conflict ? [t("reserve.time.conflict", { name: reserve.conflict })] : []),
      ]}
    />
  );
}
