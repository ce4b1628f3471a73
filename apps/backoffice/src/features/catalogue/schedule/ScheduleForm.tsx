import { use } from "react";
import { ChapterForm, FieldNotes, TextField } from "../ChapterFields.tsx";
import type { ChapterReply } from "../catalogueQueries.ts";
import { recordsOf, removeAt, replaceAt, withField, type Loose } from "../document.ts";
import { ClosedDays } from "./ClosedDays.tsx";
import { ChangedSessions } from "./ChangedSessions.tsx";
import { VenueClosedDays } from "./VenueClosedDays.tsx";
import { SessionCalendar } from "./SessionCalendar.tsx";
import { SingleSessions } from "./SingleSessions.tsx";
import { SpanFields } from "./SpanFields.tsx";
import { WeekFields } from "./WeekFields.tsx";
import { EventOfSessions } from "./priceTypes.ts";
import { listField } from "./scheduleFields.ts";
import { AddButton } from "../fields/AddButton.tsx";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "./schedule.module.css";

type Props = { readonly event: Loose; readonly read: ChapterReply; readonly onEdit: (event: Loose) => void };

/** A typical starting point for museums: hourly from ten to five on every day except Monday, for a year ahead. */
const newSchedule: Loose = {
  from: "today",
  until: "month+12",
  capacity: 50,
  weekly: [
    {
      on: ["tue", "wed", "thu", "fri", "sat", "sun"],
      every: { minutes: 60, from: "10:00", to: "16:00" },
      minutes: 60,
    },
  ],
};

/** When an event takes place: its weeks, the exceptions, and a calendar of the resulting sessions. */
export function ScheduleForm({ event, read, onEdit }: Props) {
  const schedules = recordsOf(event["schedules"]);
  const set = (next: readonly Loose[]) => onEdit(listField(event, "schedules", next));
  return (
    <EventOfSessions value={event}>
      <div className={css.editor}>
        <p className={css.lead}>
          Times are in the venue’s time zone ({read.timezone.replaceAll("_", " ")}). Nothing is on sale until it is
          published.
        </p>
        {schedules.map((schedule, index) => (
          <ScheduleFields
            key={index}
            schedule={schedule}
            name={schedules.length > 1 ? `Season ${index + 1}` : "Season"}
            at={`schedules[${index}]`}
            today={read.today}
            timezone={read.timezone}
            venue={read.venue}
            onEdit={(next) => set(replaceAt(schedules, index, next))}
            onRemove={() => set(removeAt(schedules, index))}
          />
        ))}
        <AddButton onClick={() => set([...schedules, newSchedule])}>
          {schedules.length > 0 ? "Add a season" : "Add a weekly schedule"}
        </AddButton>
        <SingleSessions
          level={2}
          title="Single dates"
          addLabel="Add a single date"
          hint="Sessions outside of the seasons, such as a concert or an opening."
          list={recordsOf(event["sessions"])}
          at="sessions"
          onEdit={(next) => onEdit(listField(event, "sessions", next))}
        />
        <SessionCalendar
          event={event}
          timezone={read.timezone}
          today={read.today}
          venueClosed={read.venue?.closed}
          onEdit={onEdit}
        />
      </div>
    </EventOfSessions>
  );
}

type ScheduleProps = {
  readonly schedule: Loose;
  readonly name: string;
  readonly at: string;
  readonly today: string;
  readonly timezone: string;
  readonly venue: ChapterReply["venue"];
  readonly onEdit: (schedule: Loose) => void;
  readonly onRemove: () => void;
};

function ScheduleFields({ schedule, name, at, today, timezone, venue, onEdit, onRemove }: ScheduleProps) {
  const { isReadOnly } = use(ChapterForm);
  const shared = { record: schedule, at, onEdit };
  return (
    <section className={css.season} aria-label={name}>
      <div className={css.head}>
        <h2>{name}</h2>
        {!isReadOnly && <RemoveButton name={name.toLowerCase()} onRemove={onRemove} />}
      </div>
      <FieldNotes of={(path) => path === at || path === `${at}.weekly`} />
      <WeekFields schedule={schedule} at={at} onEdit={onEdit} />
      <SpanFields {...shared} today={today} />
      <div className={css.row}>
        <TextField
          {...shared}
          name="capacity"
          label="Places in a session"
          isNumber
          hint="Unless the weekly times set another number. -1 means no limit."
        />
        <TextField
          {...shared}
          name="oversell_capacity"
          label="Extra places"
          isNumber
          hint="To make up for people who do not come."
        />
      </div>
      <ClosedDays
        list={Array.isArray(schedule["closed"]) ? (schedule["closed"] as unknown[]) : []}
        at={`${at}.closed`}
        today={today}
        timezone={timezone}
        alsoClosed={schedule["closed_with_venue"] === true ? venue?.closed : undefined}
        onEdit={(next) => onEdit(withField(schedule, "closed", next.length > 0 ? next : undefined))}
      >
        {venue && <VenueClosedDays schedule={schedule} at={at} venue={venue} onEdit={onEdit} />}
      </ClosedDays>
      <ChangedSessions schedule={schedule} at={`${at}.changed`} today={today} onEdit={onEdit} />
      <SingleSessions
        level={3}
        title="Extra sessions"
        addLabel="Add an extra session"
        hint="In addition to the weeks, also on closed days."
        list={recordsOf(schedule["extra"])}
        at={`${at}.extra`}
        onEdit={(next) => onEdit(listField(schedule, "extra", next))}
      />
    </section>
  );
}
