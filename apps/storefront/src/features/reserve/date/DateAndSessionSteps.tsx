import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { messagesFor } from "@foyer/rules/catalog/messageRules.ts";
import type { PickerDay } from "@foyer/rules/reserve/pickerDays.ts";
import type { ReserveAction } from "@foyer/rules/reserve/reserveState.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { LazySessionStep } from "../form/LazySteps.tsx";
import { DateStep } from "./DateStep.tsx";
import type { FormFrame, ReserveFormState } from "../form/reserveFormState.ts";
import type { StepHeadings, StepName } from "../form/useStepFocus.ts";
import { useReserveText } from "../text/useReserveText.ts";

/** The actions of these two steps, which both kinds of forms support. */
export type DateAction = Extract<
  ReserveAction,
  { type: "date chosen" | "dates opened" | "flexible chosen" | "session chosen" | "sessions opened" }
>;

export type DateAndSessionProps = {
  readonly template: EventTemplate;
  readonly reserve: Omit<ReserveFormState, "act">;
  readonly act: (action: DateAction) => void;
  readonly days: readonly PickerDay[] | undefined;
  /** Tickets without a date are on sale as well. */
  readonly hasFlexible: boolean;
  /** The step after the time. */
  readonly afterTime: StepName;
  readonly frame: FormFrame;
  readonly headings: StepHeadings;
  readonly goTo: (step: StepName) => void;
};

/** The days, and the times of the chosen day. */
export function DateAndSessionSteps({
  template,
  reserve,
  act,
  days,
  hasFlexible,
  afterTime,
  frame,
  headings,
  goTo,
}: DateAndSessionProps) {
  const t = useReserveText();
  const when = useDateFormats();
  const announce = useAnnounce();
  const { day, session, mode, chosen, rules } = reserve;
  const selection = { day, time: session?.local_start, chosen };
  const change = (action: DateAction, next: StepName) => {
    frame.clearErrors();
    act(action);
    goTo(next);
  };
  return (
    <>
      <DateStep
        days={days}
        timezone={reserve.timezone}
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
        <LazySessionStep
          key={day}
          event={template}
          rules={rules}
          chosen={chosen}
          hasSeveralPrices={reserve.hasSeveralPrices}
          sessions={reserve.sessions}
          session={session}
          headingRef={headings.session}
          error={frame.errorAt("session")}
          messages={[
            ...(session ? messagesFor(rules, "session_message", selection) : []),
            ...(reserve.conflict ? [t("reserve.time.conflict", { name: reserve.conflict })] : []),
          ]}
          onChoose={(one) => change({ type: "session chosen", day, session: one.id }, afterTime)}
          onReopen={() => change({ type: "sessions opened", day }, "session")}
        />
      )}
    </>
  );
}
