import type { Page } from "playwright-core";

/** From now on no script arrives, until it may. */
export const holdScripts = async (page: Page): Promise<() => void> => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  return () => release();
};
