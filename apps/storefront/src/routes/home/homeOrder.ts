export const homeOptions = ["login", "join", "guest"] as const;
export type HomeOption = (typeof homeOptions)[number];

/** The options of the home screen in the seller's order; unknown words are ignored, and none means all. */
export const homeOrder = (wanted: readonly string[] | undefined): readonly HomeOption[] => {
  const known = (wanted ?? []).filter((name): name is HomeOption => homeOptions.some((option) => option === name));
  return known.length > 0 ? [...new Set(known)] : homeOptions;
};
