import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { desktop, phone } from "./visitor.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Finding = string;
const scanPage = async (page: Page, where: string, rules?: readonly string[]): Promise<Finding[]> => {
  // axe is loaded once into a document, and reports only violations.
  const isRead = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, ...(isRead && { axeSource: "0" }) }).setLegacyMode();
  axe.options({
    resultTypes: ["violations"],
    runOnly: rules ? { type: "rule", values: [...rules] } : { type: "tag", values: tags },
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = "" }) =>
        `${where}: ${id} at ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
    ),
  );
};

/** Waits until a changed theme is drawn and all transitions have ended. */
const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  });

const bothSizes = [
  ["desktop", desktop],
  ["phone", phone],
] as const;

/**
 * Scans one view on both devices and in both colour schemes, without reloading the page: everything at both sizes, and the
 * colours again in dark mode.
 */
const scanSizes = async (page: Page, view: string): Promise<Finding[]> => {
  const found: Finding[] = [];
  for (const [size, viewport] of bothSizes) {
    await page.setViewportSize(viewport);
    await waitForAnimations(page);
    found.push(...(await scanPage(page, `${view}, ${size}`)));
  }
  // Some sellers have the same theme in light and dark mode.
  if ((await page.locator("html").getAttribute("data-mode")) !== "auto") return found;
  await page.emulateMedia({ colorScheme: "dark" });
  await waitForAnimations(page);
  found.push(...(await scanPage(page, `${view}, phone, dark`, ["color-contrast", "link-in-text-block"])));
  await page.emulateMedia({ colorScheme: "light" });
  return found;
};

export const collectFindings = (page: Page) => {
  const found: Finding[] = [];
  return { found, at: async (view: string) => void found.push(...(await scanSizes(page, view))) };
};
