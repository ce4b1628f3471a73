/**
 * Every feature flag there is, and what it is where nobody says otherwise. A flag chooses between two ways of showing
 * something that is allowed anyway; it never grants anything.
 */
export const flagDefaults = {
  /** The newer way of editing, rescheduling and confirming an order; without it there is `/manage/{id}` alone. */
  newer_manage: false,
} as const satisfies Readonly<Record<string, boolean>>;

export type FlagName = keyof typeof flagDefaults;
export type Flags = Readonly<Record<FlagName, boolean>>;
export const flagNames = Object.keys(flagDefaults) as FlagName[];
