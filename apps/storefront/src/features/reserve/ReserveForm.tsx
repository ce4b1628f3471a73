import type { ReactNode } from "react";
import type { EventReply, EventTemplate } from "@foyer/contract/catalog.ts";
import { messagesFor } from "@foyer/rules/messages.ts";
import { isAllDayVisit, isOpen } from "@foyer/rules/sessions.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { useSeller } from "../../shared/seller.tsx";
import { useWhen } from "../../shared/when.ts";
import { DateAndTime } from "./DateAndTime.tsx";
import { ReserveFrame } from "./ReserveFrame.tsx";
import { RenewalNote } from "./RenewalNote.tsx";
import { SeatStep } from "./SeatStep.tsx";
import type { Taken } from "./StartForm.tsx";
import { Step } from "./Step.tsx";
import { TicketDetails } from "./TicketDetails.tsx";
import { TicketStep } from "./AfterDate.tsx";
import { usePickerDays } from "./usePickerDays.ts";
import { useReserve, type Reserve } from "./useReserve.ts";
import { useSeats } from "./useSeats.ts";
import { useTicketDetails } from "./useTicketDetails.ts";
import { useStepFocus } from "./useStepFocus.ts";
import { useReserveText } from "./words.ts";

export type ReserveFormProps = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  readonly cartButton?: ReactNode;
  readonly onSkip?: (() => void) | undefined;
  /** The step that was taken while the page had nothing but its first view, and where that leads. */
  readonly taken?: Taken | undefined;
};

/**
 * Date, then time, then tickets: each step shows when the one before it is answered. An event that takes place once has
 * one line in place of the first two, and a sale of codes has neither.
 */
export function ReserveForm({ event, template, cartButton, onSkip, taken }: ReserveFormProps) {
  const t = useReserveText();
  const { slug } = useSeller();
  const reserve = useReserve(event, slug, taken?.action);
  const { headings, goTo } = useStepFocus(taken?.next);
  const details = useTicketDetails({ event: template, choices: reserve.choices, session: reserve.session });
  const seats = useSeats({ at: reserve.at, choices: reserve.choices, session: reserve.session });
  const { mode, day, session, sessions, chosen, rules, act } = reserve;
  const then = { day, time: session?.local_start, chosen };
  const days = usePickerDays(reserve, template);
  const hasNoDays = reserve.days?.length === 0 && mode !== "flexible";
  const isOnce =
    template.event_type === "single" && reserve.days?.length === 1 && sessions?.length === 1 && session !== undefined;

  return (
    <ReserveFrame {...{ reserve, act, template, details, seats, goTo, cartButton, onSkip }}>
      {(frame) => (
        <>
          {isOnce ? (
            <When template={template} reserve={reserve} />
          ) : (
            reserve.isVisit &&
            (hasNoDays ? (
              <Banner tone="warning">{t("event.unavailable")}</Banner>
            ) : (
              <DateAndTime
                {...{ template, reserve, act, days, frame, headings, goTo }}
                hasFlexible={reserve.hasFlexible}
                afterTime="tickets"
              />
            ))
          )}
          <RenewalNote event={event} day={day} />
          {(session !== undefined || mode === "flexible") && (
            <TicketStep
              choices={reserve.choices}
              prices={reserve.prices}
              headingRef={headings.tickets}
              error={frame.errorAt("tickets")}
              wasSent={frame.isPriceWrong}
              messages={messagesFor(rules, "quantity_message", then)}
              onQuantity={(id, quantity) => {
                frame.touch();
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

/** When an event takes place that does so once: nothing to choose. Its own words for it come first. */
function When({ template, reserve }: { readonly template: EventTemplate; readonly reserve: Reserve }) {
  const t = useReserveText();
  const when = useWhen();
  const { day, session, sessions, chosen, rules } = reserve;
  if (day === undefined || !session) return null;
  const then = { day, time: session.local_start, chosen };
  const isAllDay = isAllDayVisit(session, template.event_type, sessions?.filter(isOpen).length ?? 0);
  return (
    <Step
      name="date"
      heading={t("reserve.when")}
      chosen={
        template.meta.ticket_date_time ??
        (isAllDay
          ? when.longDate(day)
          : t("reserve.when.at", { date: when.longDate(day), time: when.time(session.local_start) }))
      }
      messages={[
        ...messagesFor(rules, "date_message", then),
        ...messagesFor(rules, "session_message", then),
        ...(reserve.conflict ? [t("reserve.time.conflict", { name: reserve.conflict })] : []),
      ]}
    />
  );
}
