import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { dayAfter, dayOf, daysInMonth, monthAfter, monthOf, sameDateIn, weekdayIndex } from "./calendar.ts";
import css from "./MonthGrid.module.css";

export type MonthGridDay = {
  /** '2026-11-21' */
  readonly day: string;
  /** The accessible name: 'Saturday, November 21, 2026, from $12'. */
  readonly label: string;
  readonly enabled: boolean;
  readonly selected?: boolean;
  /** A coloured dot, explained by the legend and named in the label. */
  readonly mark?: "few" | "sold-out" | "special";
  /** A short text below the number, in a size that `--longest-sublabel`, a number of characters, sets for a calendar. */
  readonly sublabel?: ReactNode;
  /** The tooltip of a day; its accessible name contains it as well. */
  readonly tooltip?: string;
};

export type MonthGridProps = {
  /** '2026-11' */
  readonly month: string;
  readonly title: ReactNode;
  /** Seven names, Sunday first. */
  readonly weekdays: readonly { readonly short: string; readonly long: string }[];
  /** The first day of the week: 0 is Sunday. */
  readonly weekStart: number;
  /** Days that are not listed are shown and disabled. */
  readonly days: readonly MonthGridDay[];
  /** The accessible name of a day that is not listed: 'Saturday, November 28, 2026, not available'. */
  readonly unlistedLabel: (day: string) => string;
  /** The day in the tab order, which may be in another month of the same calendar. */
  readonly focused: string;
  readonly onFocusedChange: (day: string) => void;
  readonly onSelect: (day: string) => void;
  /** The focus stays within these days; weeks before the first are omitted. */
  readonly from: string;
  readonly until: string;
  readonly today?: string;
};

/** One month. Arrow keys move by 1 and 7 days, Home and End within the week, Page keys by a month, Enter selects. */
export function MonthGrid({
  month,
  title,
  weekdays,
  weekStart,
  days,
  unlistedLabel,
  focused,
  onFocusedChange,
  onSelect,
  from,
  until,
  today,
}: MonthGridProps) {
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const known = new Map(days.map((day) => [day.day, day]));

  // Moves the focus from day to day, also across months, but never takes it from other elements.
  useEffect(() => {
    if (monthOf(focused) !== month) return;
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !active.dataset["day"] || active.dataset["day"] === focused) return;
    table.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused, month]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const day = event.target instanceof HTMLElement ? event.target.dataset["day"] : undefined;
    if (!day) return;
    const to = dayForKey(event.key, day, weekStart);
    if (to === undefined) return;
    event.preventDefault();
    onFocusedChange(to < from ? from : to > until ? until : to);
  };

  return (
    <table className={css.month} role="grid" aria-labelledby={id} ref={table} onKeyDown={onKeyDown}>
      <caption className={css.title} id={id}>
        {title}
      </caption>
      <thead>
        <tr>
          {[...weekdays.slice(weekStart), ...weekdays.slice(0, weekStart)].map(({ short, long }) => (
            <th key={long} scope="col" aria-label={long} className={css.weekday}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, weekStart, from).map((week, index) => (
          <tr key={index}>
            {week.map((day, column) =>
              day === undefined ? (
                <td key={column} />
              ) : (
                <DayCell
                  key={day}
                  day={day}
                  known={known.get(day) ?? { day, label: unlistedLabel(day), enabled: false }}
                  tabStop={day === focused}
                  isToday={day === today}
                  onSelect={onSelect}
                  onFocus={onFocusedChange}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayCellProps = {
  readonly day: string;
  readonly known: MonthGridDay;
  readonly tabStop: boolean;
  readonly isToday: boolean;
  readonly onSelect: (day: string) => void;
  readonly onFocus: (day: string) => void;
};

function DayCell({ day, known, tabStop, isToday, onSelect, onFocus }: DayCellProps) {
  const { enabled } = known;
  return (
    <td role="gridcell" aria-selected={known.selected ?? false} className={css.cell} title={known.tooltip}>
      <button
        type="button"
        className={css.day}
        data-day={day}
        data-mark={known.mark}
        aria-label={known.label}
        aria-disabled={enabled ? undefined : true}
        aria-current={isToday ? "date" : undefined}
        tabIndex={tabStop ? 0 : -1}
        onFocus={() => !tabStop && onFocus(day)}
        onClick={() => enabled && onSelect(day)}
      >
        <span className={css.number}>{Number(day.slice(8))}</span>
        {known.sublabel && <span className={css.sublabel}>{known.sublabel}</span>}
      </button>
    </td>
  );
}

function dayForKey(key: string, day: string, weekStart: number): string | undefined {
  switch (key) {
    case "ArrowLeft":
      return dayAfter(day, -1);
    case "ArrowRight":
      return dayAfter(day, 1);
    case "ArrowUp":
      return dayAfter(day, -7);
    case "ArrowDown":
      return dayAfter(day, 7);
    case "Home":
      return dayAfter(day, -indexInWeek(day, weekStart));
    case "End":
      return dayAfter(day, 6 - indexInWeek(day, weekStart));
    case "PageUp":
      return sameDateIn(monthAfter(monthOf(day), -1), day);
    case "PageDown":
      return sameDateIn(monthAfter(monthOf(day), 1), day);
    default:
      return undefined;
  }
}

const indexInWeek = (day: string, weekStart: number): number => (weekdayIndex(day) - weekStart + 7) % 7;

/** Rows of seven with empty cells before the first and after the last day, without weeks that end before `from`. */
function weeksOf(month: string, weekStart: number, from: string): (string | undefined)[][] {
  const empty = indexInWeek(dayOf(month, 1), weekStart);
  const count = daysInMonth(month);
  return Array.from({ length: Math.ceil((empty + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const date = week * 7 + column - empty + 1;
      return date < 1 || date > count ? undefined : dayOf(month, date);
    }),
  ).filter((week) => week.some((day) => day !== undefined && day >= from));
}
