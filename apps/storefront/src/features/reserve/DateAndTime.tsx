import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { messagesFor } from "@foyer/rules/messages.ts";
import type { PickerDay } from "@foyer/rules/calendarDays.ts";
import type { ReserveAction } from "@foyer/rules/reserveFlow.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { useWhen } from "../../shared/when.ts";
import { SessionStep } from "./AfterDate.tsx";
import { DateStep } from "./DateStep.tsx";
import type { Frame } from "./ReserveFrame.tsx";
import type { Reserve } from "./useReserve.ts";
import type { StepHeadings, StepName } from "./useStepFocus.ts";
import { useReserveText } from "./words.ts";

/** What is decided here, and both ways of reserving understand. */
export type DateAction = Extract<
  ReserveAction,
  { type: "date chosen" | "dates opened" | "flexible chosen" | "session chosen" | "sessions opened" }
>;

export type DateAndTimeProps = {
  readonly template: EventTemplate;
  readonly reserve: Omit<Reserve, "act">;
  readonly act: (action: DateAction) => void;
  readonly days: readonly PickerDay[] | undefined;
  /** Tickets for any day can be chosen in place of a date. */
  readonly hasFlexible: boolean;
  /** The step that follows a time. */
  readonly afterTime: StepName;
  readonly frame: Frame;
  readonly headings: StepHeadings;
  readonly goTo: (step: StepName) => void;
};

/** The days, and the times of the one chosen. */
export function DateAndTime({
  template,
  reserve,
  act,
  days,
  hasFlexible,
  afterTime,
  frame,
  headings,
  goTo,
}: DateAndTimeProps) {
  const t = useReserveText();
  const when = useWhen();
  const announce = useAnnounce();
  const { day, session, mode, chosen, rules } = reserve;
  const then = { day, time: session?.local_start, chosen };
  const change = (action: DateAction, next: StepName) => {
    frame.touch();
    act(action);
    goTo(next);
  };
  return (
    <>
      <DateStep
        days={days}
        day={day}
        mode={mode}
        hasFlexible={hasFlexible}
        headingRef={headings.date}
        error={frame.errorAt("date")}
        messages={[
          ...(day ? messagesFor(rules, "date_message", { day, chosen }) : []),
          ...(template.config.price_display?.message ? [template.config.price_display.message] : []),
        ]}
        onChoose={(chosenDay) => {
          announce(t("reserve.date.selected", { date: when.longDate(chosenDay) }));
          change({ type: "date chosen", day: chosenDay }, "session");
        }}
        onFlexible={() => change({ type: "flexible chosen" }, "tickets")}
        onReopen={() => change({ type: "dates opened" }, "date")}
      />
      {day !== undefined && (
        <SessionStep
          key={day}
          event={template}
          rules={rules}
          hasSeveralPrices={reserve.hasSeveralPrices}
          sessions={reserve.sessions}
          session={session}
          headingRef={headings.session}
          error={frame.errorAt("session")}
          messages={[
            ...(session ? messagesFor(rules, "session_message", then) : []),
            ...(reserve.conflict ? [t("reserve.time.conflict", { name: reserve.conflict })] : []),
          ]}
          onChoose={(one) => change({ type: "session chosen", day, session: one.id }, afterTime)}
          onReopen={() => change({ type: "sessions opened", day }, "session")}
        />
      )}
    </>
  );
}
