import type { Page } from "playwright-core";
import { demoMembers, demoPassword } from "@foyer/demo/members.ts";
import { demoMemberships } from "@foyer/demo/memberships.ts";
import { listEmailsTo } from "./shop.ts";

/** Actions of visitors with an account. */

export const demoMember = (seller: string) => {
  const member = demoMembers.find((one) => one.seller === seller);
  if (!member) throw new Error(`nobody has an account at ${seller}`);
  return { ...member, password: demoPassword };
};

/** The member number of a demo member. */
export const memberNumber = (seller: string): string => {
  const membership = demoMemberships.find((one) => one.seller === seller);
  if (!membership) throw new Error(`nobody is a member of ${seller}`);
  return membership.number;
};

export const dialog = (page: Page) => page.getByRole("dialog");
/** Opens the login from the header of any page. */
export const openLogin = async (page: Page): Promise<void> => {
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await dialog(page).getByRole("heading", { name: "Log in" }).waitFor();
};
/** The steps in the login dialog. */
export const enterEmail = async (page: Page, email: string, button: string): Promise<void> => {
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByRole("button", { name: button }).click();
};
export const enterPassword = async (page: Page, password: string): Promise<void> => {
  await dialog(page).getByLabel("Password", { exact: true }).fill(password);
  await dialog(page).getByRole("button", { name: "Log in" }).click();
};
export const logInByPassword = async (page: Page, seller: string): Promise<void> => {
  const { email, password } = demoMember(seller);
  await openLogin(page);
  await enterEmail(page, email, seller === "harbor" ? "Use my password" : "Continue");
  await enterPassword(page, password);
  await waitForLogin(page);
};

export const accountMenu = (page: Page, firstName = "Ada") =>
  page.getByRole("banner").getByRole("button", { name: `Hello, ${firstName}` });
/** Waits for the login and for the end of its dialog, which keeps the focus until it has closed. */
export const waitForLogin = async (page: Page, firstName = "Ada"): Promise<void> => {
  await accountMenu(page, firstName).waitFor();
  await page.locator('dialog[data-name="login"]').waitFor({ state: "detached" });
};
export const waitForLogout = (page: Page): Promise<void> =>
  page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
export const logOut = async (page: Page): Promise<void> => {
  await accountMenu(page).click();
  await page.getByRole("banner").getByRole("link", { name: "Log out" }).click();
};

/** The code and link of the newest login e-mail; `before` is the number of e-mails before it. */
export const readLoginCode = async (page: Page, email: string, countBefore: number) => {
  for (let attempt = 0; attempt < 60; attempt++) {
    const emails = (await listEmailsTo(page, email)).flatMap(({ message: { text } }) => {
      const link = /\S+\/login\?otp=(\w+)/.exec(text);
      return link ? [{ code: String(link[1]), link: link[0] }] : [];
    });
    const [newest] = emails;
    if (emails.length > countBefore && newest) return { ...newest, count: emails.length };
    await page.waitForTimeout(250);
  }
  throw new Error(`no code came to ${email}`);
};
