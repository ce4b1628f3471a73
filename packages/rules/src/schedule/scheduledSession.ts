import type { ClockChoice, TimetablePath } from "./timetable.ts";
import type { LocalSessionTimes } from "./venueClock.ts";

/** A session of a schedule. Its times are the actual ones, including any move. */
export type ScheduledSession = LocalSessionTimes & {
  /** Its times before the move. They identify the session, both in changes and in the database. */
  readonly planned: Pick<LocalSessionTimes, "start_datetime" | "local_day" | "local_start">;
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly cancelled: boolean;
  /** Prices of this session alone, by 'group/type', as written. */
  readonly prices: Readonly<Record<string, string>>;
  /** The start as written, and the path of its entry. */
  readonly at: string;
  readonly path: TimetablePath;
  /** The path of its original entry, if `path` is that of a change. */
  readonly entry?: TimetablePath;
  /** Its entry's choice for clock changes; absent if it makes none. */
  readonly clock?: ClockChoice;
};

/** Reports a problem of an entry in the document. */
export type AddProblem = (path: TimetablePath, message: string) => void;

/** Whether it takes place at a time other than planned. */
export const isMoved = ({ start_datetime, planned }: Pick<ScheduledSession, "start_datetime" | "planned">): boolean =>
  start_datetime !== planned.start_datetime;
