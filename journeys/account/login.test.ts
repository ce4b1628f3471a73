import { join } from "node:path";
import { expect, test } from "vitest";
import { focusedElement, tabTo } from "../support/accessibility/keyboard.ts";
import {
  readLoginCode,
  dialog,
  enterEmail,
  enterPassword,
  waitForLogin,
  waitForLogout,
  logInByPassword,
  logOut,
  demoMember,
  accountMenu,
  memberNumber,
  openLogin,
} from "../support/login.ts";
import { newMember } from "../support/newMember.ts";
import { runFoyer } from "../support/runFoyer.ts";
import {
  addTickets,
  fillCart,
  goToCheckout,
  openEvent,
  openShop,
  chooseDate,
  chooseTime,
  reserve,
} from "../support/shop.ts";
import { desktop, newTab, newVisitor, phone } from "../support/visitor.ts";

test("a member logs in by password and keyboard on a phone, and nothing shifts when they return", async () => {
  const { email, password } = demoMember("larkfield");
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "larkfield");
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Log in" }));
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await tabTo(page, dialog(page).getByLabel("Email"), 5);
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await dialog(page).getByLabel("Password", { exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await waitForLogin(page);
  await dialog(page).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/larkfield/events");

  const cart = page.getByRole("banner").getByRole("button", { name: "Basket" });
  const before = await cart.boundingBox();
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources = [] } = entry as PerformanceEntry & { sources?: { node?: Node }[] };
        for (const { node } of sources)
          if (node?.parentElement?.closest("header")) shifts.push(node.parentElement.outerHTML);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await page.reload();
    await waitForLogin(page);
    if (size === phone) expect(await cart.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  }

  await tabTo(page, accountMenu(page));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Log out" }), 3);
  expect((await focusedElement(page)).isVisible).toBe(true);
  await page.keyboard.press("Enter");
  await waitForLogout(page);
});

test("a visitor types a login code from an e-mail, copies it from another browser, or opens its link", async () => {
  const { email } = demoMember("harbor");
  const page = await newVisitor({ expectedRefusals: /submit_otp/ });
  await page.goto("/harbor/events?category=Tours");
  await openLogin(page);
  await enterEmail(page, email, "Email me a code");
  const passcode = dialog(page).getByLabel("Passcode");
  await passcode.waitFor();
  const first = await readLoginCode(page, email, 0);

  const elsewhere = await newVisitor();
  await elsewhere.goto(first.link);
  await elsewhere.getByRole("heading", { level: 1, name: "Your passcode" }).waitFor();
  expect(await elsewhere.getByRole("main").getByRole("status").innerText()).toBe(first.code);
  await elsewhere.waitForURL((url) => url.search === "");
  await elsewhere.getByRole("button", { name: "Copy passcode" }).waitFor();

  await passcode.fill(first.code === "000000" ? "000001" : "000000");
  await dialog(page).getByRole("button", { name: "Log in" }).click();
  await dialog(page)
    .getByText("You have 2 more attempts before you need to request a new login link.", { exact: false })
    .waitFor();
  await passcode.fill(first.code);
  await page.keyboard.press("Enter");
  await waitForLogin(page);
  expect(page.url()).toMatch(/\/harbor\/events\?category=Tours$/);

  await logOut(page);
  await waitForLogout(page);
  await page.goto("/harbor/resend");
  await openLogin(page);
  await enterEmail(page, email, "Email me a code");
  await passcode.waitFor();
  const { link, code } = await readLoginCode(page, email, first.count);
  const emailTab = await newTab(page);
  await emailTab.goto(link);
  await emailTab.waitForURL((url) => url.search === "");
  expect(await emailTab.getByLabel("Passcode").inputValue()).toBe(code);
  await emailTab.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await waitForLogin(emailTab);
  await emailTab.waitForURL(/\/harbor\/resend$/);
  // The tab that requested the code is logged in too.
  await waitForLogin(page);
  await dialog(page).waitFor({ state: "detached" });
});

test("an unknown member number is not found, in the form and in a link", async () => {
  const page = await newVisitor({ expectedRefusals: /login/ });
  await openShop(page, "kiwa");
  await openLogin(page);
  await dialog(page).getByLabel("Member ID").fill("AAAAAAAAAA");
  await dialog(page).getByLabel("Last name").fill("Lindqvist");
  await page.keyboard.press("Enter");
  const message = "Member details not found. Please check your member ID and last name.";
  await dialog(page).getByRole("alert").filter({ hasText: message }).waitFor();
  await page.goto("/kiwa/events?member_code=AAAAAAAAAA&login.last_name=Lindqvist");
  await dialog(page).getByRole("alert").filter({ hasText: message }).waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("a member logs in with the number on their card, and by a link with it", async () => {
  const { last_name } = demoMember("kiwa");
  const number = memberNumber("kiwa");
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "kiwa");
  await openLogin(page);
  // Typed with the spaces printed on the card.
  await dialog(page)
    .getByLabel("Member ID")
    .fill(` ${number.slice(0, 5)} ${number.slice(5).toLowerCase()}`);
  await dialog(page).getByLabel("Last name").fill(last_name.toUpperCase());
  await page.keyboard.press("Enter");
  await waitForLogin(page);
  await page.goto("/kiwa/my/membership");
  await page.getByRole("main").getByText(number).first().waitFor();

  // The link gives access to member prices, but not to the account.
  const linked = await newVisitor();
  await linked.goto(`/kiwa/events?member_code=${number}&login.last_name=${last_name}`);
  const member = linked.getByRole("banner").getByRole("button", { name: "Member" });
  await member.click();
  await linked.getByText("You are seeing member prices.", { exact: false }).waitFor();
  expect(new URL(linked.url()).search).toBe("");
  await linked.goto("/kiwa/my/membership");
  await linked.getByRole("heading", { level: 1, name: "Log in to view your account" }).waitFor();
  expect(await linked.locator("body").innerText()).not.toContain(number);
});

test("the cart is kept when a visitor logs in at the checkout", async () => {
  const { email, password } = demoMember("harbor");
  const page = await newVisitor({ expectedRefusals: /api\/login/ });
  await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 });
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Log in" }).click();
  await enterEmail(page, email, "Use my password");
  await enterPassword(page, "not-the-password");
  await dialog(page).getByText("That is not the correct password. Please try again.").waitFor();
  await enterPassword(page, password);
  await waitForLogin(page);
  await main.getByText(`Your order goes to your account and to ${email}.`).waitFor();
  await main.getByText("2 × Adult").waitFor();
  await page.reload();
  await main.getByText("2 × Adult").waitFor();
});

test("a visitor can log in when asked before reserving", async () => {
  await runFoyer(["import", join(import.meta.dirname, "../support/catalogues/quay.yaml")]);
  const { email, password } = await newMember("quay", null);
  const page = await newVisitor();
  await openShop(page, "quay");
  await openEvent(page, "General Admission");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 1);
  await reserve(page);
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByLabel("Password", { exact: true }).fill(password);
  await dialog(page).getByRole("button", { name: "Log in" }).click();
  await page.getByRole("banner").getByRole("button", { name: "Hello, Grace" }).waitFor();
  await dialog(page).waitFor({ state: "detached" });
  await reserve(page);
  await goToCheckout(page);
});

test("logging out in one tab logs out the other within a second and clears its data", async () => {
  const page = await newVisitor();
  await openShop(page, "larkfield");
  await logInByPassword(page, "larkfield");
  const other = await newTab(page);
  await other.goto("/larkfield/resend");
  await waitForLogin(other);
  await logOut(page);
  await waitForLogout(page);
  await waitForLogout(other);
  await other.waitForURL(/\/larkfield\/events\//, { timeout: 2_000 });
  expect(await other.locator("body").innerText()).not.toContain("Hello, Ada");
  const kept = await page.context().storageState();
  expect(JSON.stringify(kept.origins)).not.toContain("ada@members.example");
  expect(kept.cookies.map(({ name }) => name).filter((name) => name.startsWith("foyer"))).toEqual([]);
});
