import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { dayOf, daysInMonth, monthAfter, monthOf } from "@foyer/ui/date/calendar.ts";
import { MonthGrid, type MonthGridDay } from "@foyer/ui/date/MonthGrid.tsx";
import { unresolvedAmbiguity } from "@foyer/rules/schedule/startAmbiguity.ts";
import type { ScheduledSession } from "@foyer/rules/schedule/scheduledSession.ts";
import { readWrittenDays, readTimetable } from "@foyer/rules/schedule/readTimetable.ts";
import { sessionsWithin } from "@foyer/rules/schedule/sessionsWithin.ts";
import type { Loose } from "../document.ts";
import { DaySessions } from "./DaySessions.tsx";
import { dayText, weekdays } from "./scheduleFields.ts";
import { sessionOrigin } from "@foyer/rules/schedule/sessionChanges.ts";
import { count } from "../../../shared/format/format.ts";
import css from "./schedule.module.css";

type Props = {
  readonly event: Loose;
  readonly timezone: string;
  readonly today: string;
  /** The venue's closed days, as the catalogue writes them. */
  readonly venueClosed?: readonly unknown[] | undefined;
  readonly onEdit: (event: Loose) => void;
  /** Each session of the chosen day shows its prices instead of the form to change it. */
  readonly showsPrices?: boolean;
};

const sundayFirst = [...weekdays.slice(6), ...weekdays.slice(0, 6)].map(({ short, long }) => ({ short, long }));
const monthTitle = (month: string): string =>
  new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** All sessions of the draft as typed, month by month, computed with the code of the import. */
export function SessionCalendar(props: Props) {
  const { event, timezone, today, venueClosed, onEdit, showsPrices = false } = props;
  const [month, setMonth] = useState(monthOf(today));
  const [focused, setFocused] = useState(today);
  const [chosen, setChosen] = useState(today);
  const shown = useDeferredValue(event);
  const sessions = useMemo(() => {
    const span = { from: dayOf(month, 1), until: dayOf(month, daysInMonth(month)) };
    return sessionsWithin(readTimetable(shown), span, { zone: timezone, today, closed: readWrittenDays(venueClosed) });
  }, [shown, month, timezone, today, venueClosed]);
  const byDay = Map.groupBy(sessions, ({ local_day }) => local_day);
  const turnTo = (next: string): void => {
    setMonth(next);
    setFocused(dayOf(next, 1));
  };
  return (
    <section className={css.calendar} aria-label="Calendar">
      <div className={css.head}>
        <h2>Resulting sessions</h2>
        <div className={css.turn}>
          <Button size="small" aria-label="Previous month" onClick={() => turnTo(monthAfter(month, -1))}>
            ‹
          </Button>
          <Button size="small" aria-label="Next month" onClick={() => turnTo(monthAfter(month, 1))}>
            ›
          </Button>
        </div>
      </div>
      <p role="status" className={css.quiet}>
        {monthText(month, sessions)}
      </p>
      <div className={css.month}>
        <MonthGrid
          month={month}
          title={monthTitle(month)}
          weekdays={sundayFirst}
          weekStart={1}
          days={[...byDay].map(([day, list]) => gridDay(day, list, { timezone, isSelected: day === chosen }))}
          unlistedLabel={(day) => `${dayText(day)}, no session`}
          focused={focused}
          onFocusedChange={(day) => {
            setFocused(day);
            setMonth(monthOf(day));
          }}
          onSelect={setChosen}
          from={dayOf(monthAfter(monthOf(today), -1), 1)}
          until={dayOf(monthAfter(monthOf(today), 120), 1)}
          today={today}
        />
        {monthOf(chosen) === month && (
          <DaySessions
            event={event}
            day={chosen}
            sessions={byDay.get(chosen) ?? []}
            timezone={timezone}
            today={today}
            onEdit={onEdit}
            showsPrices={showsPrices}
          />
        )}
      </div>
    </section>
  );
}

const monthText = (month: string, sessions: readonly ScheduledSession[]): string => {
  if (sessions.length === 0) return `No session in ${monthTitle(month)}.`;
  const days = new Set(sessions.map(({ local_day }) => local_day)).size;
  const sold = sessions.filter(({ cancelled }) => !cancelled);
  const places = sold.some(({ capacity }) => capacity < 0)
    ? ""
    : `, ${count(
        sold.reduce((sum, { capacity }) => sum + capacity, 0),
        "place",
      )}`;
  return `${monthTitle(month)}: ${count(sessions.length, "session")} on ${count(days, "day")}${places}.`;
};

const gridDay = (
  day: string,
  sessions: readonly ScheduledSession[],
  { timezone, isSelected }: { readonly timezone: string; readonly isSelected: boolean },
): MonthGridDay => {
  const isDoubtful = sessions.some((session) => unresolvedAmbiguity(session, timezone));
  const differs = sessions.some((session) => sessionOrigin(session) !== "week");
  const notes = [differs && "some differ", isDoubtful && "a time is not clear"].filter((note) => note !== false);
  return {
    day,
    label: [dayText(day), count(sessions.length, "session"), ...notes].join(", "),
    enabled: true,
    selected: isSelected,
    sublabel: String(sessions.length),
    ...(isDoubtful ? { mark: "sold-out" as const } : differs ? { mark: "special" as const } : {}),
  };
};
