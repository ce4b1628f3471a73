import type { Locator } from "playwright-core";

/** What a visitor had to do by hand. */
export type Effort = { readonly taps: number; readonly typed: number };

/** Counts taps and typed fields. What the browser fills in by itself counts as neither. */
export const countTaps = () => {
  let [taps, typed] = [0, 0];
  return {
    tap: async (target: Locator): Promise<void> => {
      await target.click();
      taps++;
    },
    type: async (field: Locator, text: string): Promise<void> => {
      await field.fill(text);
      typed++;
    },
    effort: (): Effort => ({ taps, typed }),
  };
};
export type TapCounter = ReturnType<typeof countTaps>;
