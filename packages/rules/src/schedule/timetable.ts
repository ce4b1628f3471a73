/** The sessions of an event as written in the catalogue. The import validates the format; these are its types. */

/** A day ('2027-03-01', 'today+3d', or '12-25' for every year), or a span of days, inclusive. */
export type WrittenDays = string | { readonly from: string; readonly until: string };
export type WrittenWeekdays = "daily" | "weekdays" | "weekends" | readonly string[];

/**
 * What happens to a start that the venue's clocks skip (an hour later, or no session), and which of the two is meant if
 * they show a time twice.
 */
export type ClockChoice = {
  readonly when_skipped?: "move" | "omit" | undefined;
  readonly when_repeated?: "first" | "second" | undefined;
};

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Capacity = Optional<{ capacity: number; oversell_capacity: number }>;
/** Its length in minutes, or the time at which it ends. */
type Length = Optional<{ minutes: number; ends: string }>;
/** The session begins and ends this many minutes later than planned; earlier if negative. */
type Move = Optional<{ move_minutes: number }>;
/** Prices that apply only to these sessions, by 'group/type', as written. */
type OwnPrices = Optional<{ prices: Readonly<Record<string, string>> }>;
/** Only the first, second … of that weekday in a month; -1 is the last. */
type Ordinals = Optional<{ nth: readonly number[] }>;
export type EvenStarts = { readonly minutes: number; readonly from: string; readonly to: string };

export type WeeklySessions = Capacity &
  Length &
  ClockChoice &
  Ordinals &
  Optional<{ at: readonly string[]; every: EvenStarts }> & { readonly on: WrittenWeekdays };

export type WrittenSession = Capacity &
  Length &
  ClockChoice &
  Move &
  OwnPrices &
  Optional<{ cancelled: boolean }> & {
    readonly date: string;
    readonly at: string;
  };

export type SessionChange = Capacity &
  Ordinals &
  Length &
  Move &
  OwnPrices &
  Optional<{
    days: WrittenDays;
    on: WrittenWeekdays;
    time: Optional<{ from: string; until: string }>;
    cancelled: boolean;
  }>;

export type WeeklySchedule = Capacity &
  Optional<{
    closed: readonly WrittenDays[];
    /** No sessions on the venue's closed days either. */
    closed_with_venue: boolean;
    changed: readonly SessionChange[];
    extra: readonly WrittenSession[];
  }> & { readonly from: string; readonly until: string; readonly weekly: readonly WeeklySessions[] };

export type Timetable = Optional<{ schedules: readonly WeeklySchedule[]; sessions: readonly WrittenSession[] }>;

/** The steps to a field of the document. */
export type TimetablePath = readonly (string | number)[];
