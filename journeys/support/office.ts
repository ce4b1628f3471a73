import type { Page } from "playwright-core";

/** Reading who is signed in answers 401 where nobody is. */
export const signedOut = /\/staff_api\/me/;

/** Signs in to the back office with a demo account. */
export const signInAs = async (page: Page, account: string): Promise<void> => {
  await page.goto("/_office/");
  await page.getByRole("button", { name: account }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
};
