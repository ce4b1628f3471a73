import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { sampledToday, waitingInTurn } from "../../../scripts/sampling.ts";
import { desktop, phone } from "../visitor.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Finding = string;
const scanPage = async (page: Page, where: string): Promise<Finding[]> => {
  // axe is loaded once into a document, and reports only violations.
  const isRead = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, ...(isRead && { axeSource: "0" }) }).setLegacyMode();
  axe.options({ resultTypes: ["violations"], runOnly: { type: "tag", values: tags } });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = "" }) =>
        `${where}: ${id} at ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
    ),
  );
};

/** Waits until a changed theme is rendered and all transitions have ended. */
const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  });

const looks = [
  { name: "desktop", viewport: desktop, colorScheme: "light" },
  { name: "phone", viewport: phone, colorScheme: "light" },
  { name: "phone, dark", viewport: phone, colorScheme: "dark" },
] as const;
/** One size and colour scheme per day. */
const scannedLooks = sampledToday(looks, 1);
/** The looks that this run scans, for the names of tests. */
export const scanned = scannedLooks.map(({ name }) => name).join("; ");

/** Scans one view without reloading the page, and leaves it light and at the size of a phone. */
const scanLooks = async (page: Page, view: string): Promise<Finding[]> => {
  const found: Finding[] = [];
  for (const { name, viewport, colorScheme } of scannedLooks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await waitForAnimations(page);
    found.push(...(await scanPage(page, `${view}, ${name}`)));
  }
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
};

/**
 * Collects what axe finds in the views that a journey names. In a daily journey, which passes its file, the views take
 * turns by date.
 */
export const collectFindings = (page: Page, dailyFile?: string) => {
  const found: Finding[] = [];
  const waits = dailyFile === undefined ? () => false : waitingInTurn(dailyFile);
  let views = 0;
  const at = async (view: string): Promise<void> => {
    const place = views;
    views += 1;
    if (!waits(place)) found.push(...(await scanLooks(page, view)));
  };
  return { found, at };
};
