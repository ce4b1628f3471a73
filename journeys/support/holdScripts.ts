import type { Page } from "playwright-core";

/** Holds back all scripts until they are released. */
export const holdScripts = async (page: Page): Promise<() => void> => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  return () => release();
};
