/** Capacity counters of a session or a group. A capacity of -1 means unlimited. */
export type Capacity = {
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly used_capacity: number;
};

/** Tickets still available; Infinity without a limit. */
export const roomLeft = (counted: Capacity): number =>
  counted.capacity < 0 ? Infinity : Math.max(0, counted.capacity + counted.oversell_capacity - counted.used_capacity);

/** From this number on the exact stock is not public. */
export const exactCountLimit = 100;

/** The public number of tickets left: exact below `exactCountLimit`, else null. */
export const shownLeft = (left: number): number | null => (left < exactCountLimit ? left : null);
