import type { Page } from "playwright-core";

/** Reading the signed-in user returns 401 if nobody is signed in. */
export const signedOut = /\/staff_api\/me/;

/** Signs in to the back office with a demo account. */
export const signInAs = async (page: Page, account: string): Promise<void> => {
  await page.goto("/_office/");
  await page.getByRole("button", { name: account }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
};
