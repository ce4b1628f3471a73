import { use, useId, useState, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { isMoved, type ScheduledSession } from "@foyer/rules/schedule/scheduledSession.ts";
import { ChapterForm } from "../ChapterFields.tsx";
import { numberOf, type Loose } from "../document.ts";
import { ClockQuestion } from "./ClockQuestion.tsx";
import { dayText } from "./scheduleFields.ts";
import {
  changeSession,
  closeDay,
  isChangedAlone,
  sessionOrigin,
  putBack,
  type SessionOrigin,
} from "@foyer/rules/schedule/sessionChanges.ts";
import { count } from "../../../shared/format/format.ts";
import { PricesOfSession } from "./PricesOfSession.tsx";
import css from "./schedule.module.css";

type Props = {
  readonly event: Loose;
  readonly day: string;
  readonly sessions: readonly ScheduledSession[];
  readonly timezone: string;
  readonly today: string;
  readonly onEdit: (event: Loose) => void;
  readonly showsPrices: boolean;
};

const originNames: Readonly<Record<SessionOrigin, string | undefined>> = {
  week: undefined,
  changed: "Changed",
  extra: "Extra",
  single: "Single date",
};

/** The sessions of a day. Each can be changed individually. */
export function DaySessions({ event, day, sessions, timezone, today, onEdit, showsPrices }: Props) {
  const { isReadOnly } = use(ChapterForm);
  const isFixed = isReadOnly || showsPrices || day < today;
  const ofWeek = sessions.some((session) => ["week", "changed"].includes(sessionOrigin(session)) && !hasBegun(session));
  return (
    <div className={css.day} role="group" aria-label="Sessions of the day">
      <h3>{dayText(day)}</h3>
      {sessions.length === 0 && <p className={css.quiet}>No session on this day.</p>}
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <Session
            key={session.start_datetime}
            event={event}
            session={session}
            timezone={timezone}
            isFixed={isFixed || hasBegun(session)}
            onEdit={onEdit}
            prices={showsPrices && <PricesOfSession event={event} session={session} today={today} />}
          />
        ))}
      </ul>
      {!isFixed && ofWeek && (
        <div>
          <Button size="small" onClick={() => onEdit(closeDay(event, day, sessions))}>
            Close this day
          </Button>
        </div>
      )}
    </div>
  );
}

/** What has begun stays as it is: publishing a change of it would do nothing. */
const hasBegun = ({ start_datetime }: ScheduledSession): boolean => Date.parse(start_datetime) <= Date.now();

const plannedText = ({ planned, local_day }: ScheduledSession): string =>
  planned.local_day === local_day ? planned.local_start : `${dayText(planned.local_day)}, ${planned.local_start}`;

type SessionProps = {
  readonly event: Loose;
  readonly session: ScheduledSession;
  readonly timezone: string;
  readonly isFixed: boolean;
  readonly prices: ReactNode;
  readonly onEdit: (event: Loose) => void;
};

function Session({ event, session, timezone, isFixed, prices, onEdit }: SessionProps) {
  const [isOpen, setOpen] = useState(false);
  const origin = sessionOrigin(session);
  const { local_start, local_end, capacity, cancelled } = session;
  const ofWeek = origin === "week" || origin === "changed";
  return (
    <li>
      <div className={css.session}>
        <span className={css.time}>
          {local_start}–{local_end}
        </span>
        <span>{capacity < 0 ? "no limit" : count(capacity, "place")}</span>
        {cancelled ? (
          <Tag tone="danger">Cancelled</Tag>
        ) : (
          originNames[origin] !== undefined && <Tag tone="brand">{originNames[origin]}</Tag>
        )}
        {hasBegun(session) && <span className={css.quiet}>Has begun</span>}
        {isMoved(session) && <span className={css.quiet}>Moved from {plannedText(session)}</span>}
        {!isFixed && ofWeek && (
          <Button
            size="small"
            kind="text"
            aria-expanded={isOpen}
            aria-label={`Change ${local_start}`}
            onClick={() => setOpen(!isOpen)}
          >
            Change
          </Button>
        )}
        {!isFixed && isChangedAlone(event, session) && (
          <Button
            size="small"
            kind="text"
            aria-label={`Reset ${local_start} to the weekly times`}
            onClick={() => onEdit(putBack(event, session))}
          >
            Reset
          </Button>
        )}
      </div>
      {prices}
      <ClockQuestion event={event} session={session} timezone={timezone} isFixed={isFixed} onEdit={onEdit} />
      {isOpen && !isFixed && <OwnFields event={event} session={session} onEdit={onEdit} />}
    </li>
  );
}

/** The minutes from a start to an end. An end that is not after the start is on the next day. */
const minutesBetween = (start: string, end: string): number | undefined => {
  const [from, to] = [start, end].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  if (from === undefined || to === undefined || !/^\d\d:\d\d$/.test(end)) return undefined;
  return to > from ? to - from : to - from + 24 * 60;
};

function OwnFields({ event, session, onEdit }: Pick<SessionProps, "event" | "session" | "onEdit">) {
  const id = useId();
  const endId = useId();
  const [typed, setTyped] = useState(String(session.capacity));
  const wrongId = useId();
  const isPlaces = (places: unknown): places is number => Number.isInteger(places) && Number(places) >= -1;
  const isWrong = !isPlaces(numberOf(typed));
  return (
    <div className={css.own}>
      <label htmlFor={id}>Places at {session.local_start}</label>
      <TextInput
        id={id}
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = numberOf(target.value);
          if (isPlaces(next)) onEdit(changeSession(event, session, { capacity: next }));
        }}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? wrongId : undefined}
      />
      {isWrong && (
        <p id={wrongId} className={css.error}>
          A whole number, and -1 for no limit. Until then it is {count(session.capacity, "place")}.
        </p>
      )}
      <label htmlFor={endId}>Ends</label>
      <TextInput
        id={endId}
        type="time"
        value={session.local_end === "24:00" ? "00:00" : session.local_end}
        onChange={({ target }) => {
          const minutes = minutesBetween(session.local_start, target.value);
          if (minutes !== undefined) onEdit(changeSession(event, session, { minutes }));
        }}
      />
      <Button size="small" onClick={() => onEdit(changeSession(event, session, { cancelled: !session.cancelled }))}>
        {session.cancelled ? "Let it take place" : "Cancel it"}
      </Button>
    </div>
  );
}
