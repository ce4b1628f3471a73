import { readFileSync } from "node:fs";
import { join } from "node:path";
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

const manifest = join(import.meta.dirname, "../../apps/storefront/dist/client/manifest.json");

/** Blocks the script of one source file, as an ad blocker may, until it is released. */
export const blockScript = async (page: Page, source: string): Promise<() => Promise<void>> => {
  const files = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, { readonly file: string } | undefined>;
  const built = files[source]?.file;
  if (built === undefined) throw new Error(`no script is built from ${source}`);
  const addresses = `**/${built}*`;
  await page.route(addresses, (route) => route.abort());
  return () => page.unroute(addresses);
};
