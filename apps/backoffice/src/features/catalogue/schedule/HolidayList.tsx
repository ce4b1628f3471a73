import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { PublicHoliday } from "@foyer/contract/office/catalogue/holidays.ts";
import { isClosedThrough } from "@foyer/rules/schedule/closedDays.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { count } from "../../../shared/format/format.ts";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { holidaysQuery, type HolidayChoice } from "./holidayQueries.ts";
import css from "./schedule.module.css";

type Props = {
  readonly slug: string;
  readonly choice: HolidayChoice;
  /** The seller's locale, in which days are written. */
  readonly locale: string;
  readonly closed: readonly unknown[];
  readonly today: string;
  readonly onAdd: (days: readonly PublicHoliday[]) => void;
  readonly onClose: () => void;
};

const keyOf = ({ from, until }: PublicHoliday): string => `${from} ${until}`;

/** The future holidays. Public holidays are preselected; bank holidays are not, since they are often half days. */
export function HolidayList({ slug, choice, locale, closed, today, onAdd, onClose }: Props) {
  const query = useQuery(holidaysQuery(slug, choice));
  const { data } = query;
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const ahead = (data?.holidays ?? [])
    .filter(({ until }) => until >= today)
    .map((holiday) => ({ holiday, isClosed: isClosedThrough(closed, holiday, today) }));
  const isChosen = (holiday: PublicHoliday): boolean => (holiday.kind === "public") !== turned.has(keyOf(holiday));
  const chosen = ahead.filter(({ holiday, isClosed }) => !isClosed && isChosen(holiday)).map(({ holiday }) => holiday);
  const turn = (holiday: PublicHoliday): void =>
    setTurned((before) => new Set([keyOf(holiday)]).symmetricDifference(before));
  const days = dayWriter(locale);
  return (
    <>
      <LoadState
        query={query}
        skeleton={choice.country === "" ? undefined : "text"}
        count={6}
        sentence="The holidays could not be read."
      />
      {data && ahead.length === 0 && <p className={css.quiet}>No public holiday of {choice.year} is still to come.</p>}
      {ahead.length > 0 && (
        <ul className={css.holidays} aria-label={`Public holidays of ${choice.year}`}>
          {ahead.map(({ holiday, isClosed }) => (
            <li key={keyOf(holiday)}>
              <Checkbox
                label={`${days(holiday)} · ${holiday.name}`}
                hint={isClosed ? "Already closed" : holiday.kind === "bank" ? "Of banks and offices" : undefined}
                checked={isClosed || isChosen(holiday)}
                disabled={isClosed}
                onChange={() => turn(holiday)}
              />
            </li>
          ))}
        </ul>
      )}
      {ahead.length > 0 && (
        <p className={css.quiet}>
          From{" "}
          <a href="https://github.com/commenthol/date-holidays" target="_blank" rel="noreferrer">
            date-holidays
          </a>
          , after articles of Wikipedia (
          <a href="https://creativecommons.org/licenses/by-sa/3.0/" target="_blank" rel="noreferrer">
            CC BY-SA 3.0
          </a>
          ). Days that are set late may differ.
        </p>
      )}
      <SubmitActions onCancel={onClose} disabled={chosen.length === 0} onSubmit={() => onAdd(chosen)}>
        {chosen.length === 0 ? "Add closed days" : `Add ${count(chosen.length, "closed day")}`}
      </SubmitActions>
    </>
  );
}

/** 'Thu, 25 Nov 2027' in New Zealand English; several days as a span. */
const dayWriter = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);
  return ({ from, until }: PublicHoliday): string => format.formatRange(noon(from), noon(until));
};
