/** Counters of a session or a group. A capacity of -1 means no limit. */
export type Capacity = {
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly used_capacity: number;
};

/** Tickets still to be had; Infinity where there is no limit. */
export const roomLeft = (counted: Capacity): number =>
  counted.capacity < 0 ? Infinity : Math.max(0, counted.capacity + counted.oversell_capacity - counted.used_capacity);

/** From here on nobody is told how many are left: exact stock is shown only when it is short. */
export const exactCountLimit = 100;

/** What may be said about the room left: a number below `plenty`, else null. */
export const shownLeft = (left: number): number | null => (left < exactCountLimit ? left : null);
