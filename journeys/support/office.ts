import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Opens the list of orders with those of an address. An order can be found about a second after it was placed. */
export const searchOrders = async (page: Page, slug: string, email: string): Promise<void> => {
  const row = page.getByRole("row").filter({ hasText: email });
  const search = async (): Promise<number> => {
    await page.goto(`/_office/${slug}/orders?q=${encodeURIComponent(email)}`);
    await row.or(page.getByText("No order matches")).first().waitFor();
    return row.count();
  };
  await expect.poll(search).toBeGreaterThan(0);
};

/** Reading the signed-in user returns 401 if nobody is signed in. */
export const signedOut = /\/staff_api\/me/;

/**
 * Publishes the drafts from the page of their plan. Writes to no buyers: other journeys in the same shop may have bought
 * sessions that change.
 */
export const publishDrafts = async (page: Page): Promise<void> => {
  const publish = page.getByRole("button", { name: /^Publish \d+ drafts?$/ });
  await publish.waitFor();
  await writeToNobody(page);
  await publish.click();
};

/** If the page asks whether to write to buyers, answers no. */
export const writeToNobody = async (page: Page): Promise<void> => {
  const no = page.getByRole("radiogroup", { name: "Write to the buyers?" }).getByRole("radio", { name: "No" });
  if (await no.isVisible()) await no.check();
};

/** Brings a chapter back, from the page that shows what a revision changed in it. */
export const bringBack = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: /^Bring back as of/ }).click();
  const dialog = page.getByRole("dialog", { name: /as of revision \d+$/ });
  await dialog.getByRole("region", { name: "What will happen" }).waitFor();
  await writeToNobody(page);
  await dialog.getByRole("button", { name: "Bring back" }).click();
};

/** Signs in to the back office with a demo account. */
export const signInAs = async (page: Page, account: string): Promise<void> => {
  await page.goto("/_office/");
  await page.getByRole("button", { name: account }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
};

/** Signs in at Kiwa and opens the list of the published sessions of its first event. */
export const openSessionList = async (page: Page): Promise<void> => {
  await signInAs(page, "Manager at Kiwa Night Zoo");
  await page.goto("/_office/kiwa/catalogue");
  await page.getByRole("table").getByRole("row").nth(1).getByRole("link").click();
  await page.getByRole("tab", { name: "Sessions" }).click();
  await page.getByRole("link", { name: "Find and change published sessions" }).click();
};

/** Creates an event on the catalogue's page, which then opens. */
export const createEvent = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: "New event" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create event" }).click();
};
