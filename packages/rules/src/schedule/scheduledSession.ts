import type { ClockChoice, TimetablePath } from "./timetable.ts";
import type { LocalSessionTimes } from "./venueClock.ts";

/** A session of a schedule. Its times are those at which it takes place, moved or not. */
export type ScheduledSession = LocalSessionTimes & {
  /** When it begins without its move: changes name a session by it, and it stays the same session by it. */
  readonly planned: Pick<LocalSessionTimes, "start_datetime" | "local_day" | "local_start">;
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly cancelled: boolean;
  /** Prices of this session alone, by 'group/type', as written. */
  readonly prices: Readonly<Record<string, string>>;
  /** The start as written, and the path of the entry that it comes from. */
  readonly at: string;
  readonly path: TimetablePath;
  /** The path of its own entry, where `path` is that of a change. */
  readonly entry?: TimetablePath;
  /** What its entry chooses for a change of the clocks; left out where it chooses nothing. */
  readonly clock?: ClockChoice;
};

/** Reports what is wrong with an entry of the document. */
export type AddProblem = (path: TimetablePath, message: string) => void;

/** Whether it takes place at another time than planned. */
export const isMoved = ({ start_datetime, planned }: Pick<ScheduledSession, "start_datetime" | "planned">): boolean =>
  start_datetime !== planned.start_datetime;
