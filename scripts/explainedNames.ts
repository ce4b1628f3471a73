/** Exported names that are rightly defined in more than one file, and why. */
export const explainedNames: Readonly<Record<string, string>> = {};
