import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { pickerDays, type PickerDay } from "@foyer/rules/reserve/pickerDays.ts";
import { messagesFor } from "@foyer/rules/catalog/messageRules.ts";
import { useText, useSeller } from "../../../shared/seller/seller.tsx";
import { DateStep } from "../../reserve/date/DateStep.tsx";
import type { SessionDescription } from "../../reserve/date/SessionStep.tsx";
import { LazySessionStep } from "../../reserve/form/LazySteps.tsx";
import { useDayLabels } from "../../reserve/text/useInitialText.ts";
import { rescheduleStrings } from "../aftersale.strings.ts";
import type { MovableVisit } from "./movableVisit.ts";
import { useCostText } from "./useCostText.ts";
import type { MoveForm } from "./useMoveForm.ts";
import type { MoveSession } from "./useMoveTimes.ts";

export type MoveStepsProps = {
  readonly visit: MovableVisit;
  readonly form: MoveForm;
  readonly template: EventTemplate;
};

/** The days and times of the event, each with the cost of moving there. */
export function MoveSteps({ visit, form, template }: MoveStepsProps) {
  const t = useText(rescheduleStrings);
  const { day, session, times, headings, after } = form;
  const days = useMoveDays(visit, form);
  const describe = useDescribe(visit, form);
  return (
    <>
      <DateStep
        days={days}
        timezone={visit.line.timezone}
        day={day}
        mode="date"
        hasFlexible={false}
        headingRef={headings.date}
        error={form.isMissing("date") ? t("move.missing.day") : undefined}
        messages={
          days?.every(({ enabled }) => !enabled)
            ? [t("move.no_days")]
            : day === undefined
              ? []
              : messagesFor(times.rules, "date_message", { day, chosen: after })
        }
        onChoose={form.chooseDay}
        onFlexible={() => undefined}
        onReopen={form.reopenDays}
      />
      {day !== undefined && (
        <LazySessionStep
          key={day}
          event={template}
          rules={times.rules}
          chosen={after}
          hasSeveralPrices={false}
          sessions={times.sessions}
          session={session}
          headingRef={headings.session}
          error={form.sessionError}
          messages={
            session
              ? messagesFor(times.rules, "session_message", {
                  day: session.local_day,
                  time: session.local_start,
                  chosen: after,
                })
              : []
          }
          describe={describe}
          onChoose={({ id }) => form.chooseSession(id)}
          onReopen={form.reopenSessions}
        />
      )}
    </>
  );
}

/**
 * The days for the picker, with price differences instead of prices. An all-day session for which the tickets already are
 * cannot be chosen.
 */
const useMoveDays = (
  { line }: MovableVisit,
  { selected, times, after }: MoveForm,
): readonly PickerDay[] | undefined => {
  const t = useText(rescheduleStrings);
  const labels = useDayLabels();
  const { web } = useSeller();
  const costText = useCostText(selected);
  if (!times.days) return undefined;
  const byDate = new Map(times.days.map((day) => [day.date, day]));
  return pickerDays(times.days, {
    rules: times.rules,
    chosen: after,
    price_display: "off",
    prefixes: { lowest: "", primary: "", secondary: "" },
    threshold: web.show_remaining_session_capacity_threshold,
    strings: labels,
  }).map((day) => {
    const found = byDate.get(day.date);
    const cost = costText(found?.lowest ?? null, (found?.sessions ?? 0) > 1);
    const isPresent = day.date === line.local_day;
    const isKept = day.enabled && isPresent && line.all_day && (found?.sessions ?? 0) <= 1;
    const enabled = day.enabled && !isKept;
    const prices = cost === undefined || !enabled ? [] : [cost];
    const notes = [...(isPresent ? [t("move.present")] : []), ...(found?.isPartly ? [t("move.partly")] : [])];
    return {
      ...day,
      enabled,
      ...(isKept && { unavailableReason: t("move.present") }),
      prices,
      badges: [...notes, ...day.badges],
      tooltip: [day.tooltip, ...prices, ...notes].filter(Boolean).join(", ") || undefined,
      ariaLabel: [day.ariaLabel, ...prices, ...notes].join(", "),
    };
  });
};

const useDescribe = ({ line }: MovableVisit, { selected, times }: MoveForm) => {
  const t = useText(rescheduleStrings);
  const costText = useCostText(selected);
  const byId = new Map(times.sessions?.map((session): [string, MoveSession] => [session.id, session]));
  return ({ id }: EventSession): SessionDescription => {
    const found = byId.get(id);
    const cost = costText(found?.cost ?? null);
    return {
      details: cost === undefined ? [] : [cost],
      badges: found?.isPartly ? [t("move.partly")] : [],
      disabledReason: id === line.event_session_id ? t("move.present.time") : undefined,
    };
  };
};
