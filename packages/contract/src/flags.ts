/**
 * Every feature flag with its default. A flag chooses between two ways of showing what is allowed anyway; it never
 * grants access.
 */
export const flagDefaults = {
  /** The newer screens for editing, rescheduling and confirming an order. Without them there is only `/manage/{id}`. */
  newer_manage: false,
} as const satisfies Readonly<Record<string, boolean>>;

export type FlagName = keyof typeof flagDefaults;
export type Flags = Readonly<Record<FlagName, boolean>>;
export const flagNames = Object.keys(flagDefaults) as FlagName[];
