import type { Locator } from "playwright-core";

/** Where elements begin on the page, in whole pixels, to compare before and after a change. */
export const placesOf = (elements: Locator): Promise<readonly (readonly [number, number])[]> =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const { x, y } = element.getBoundingClientRect();
      return [Math.round(x + scrollX), Math.round(y + scrollY)] as const;
    }),
  );
