import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sampledToday } from "../../scripts/sampling.ts";
import { logInByPassword } from "../support/login.ts";
import {
  addTickets,
  chooseDate,
  chooseTime,
  goToCheckout,
  openEvent,
  openShop,
  reserve,
  stepper,
} from "../support/shop.ts";
import { smallTargets } from "../support/accessibility/smallTargets.ts";
import { newVisitor, phone } from "../support/visitor.ts";

/** Opens a page on a touch screen, and adds the targets that are too small to `found`. */
const measuring = (page: Page) => {
  const found: string[] = [];
  const at = async (screen: string): Promise<void> => {
    await page.waitForLoadState("networkidle");
    for (const target of await smallTargets(page)) found.push(`${screen}: ${target}`);
  };
  return { found, at };
};

const eventPaths = async (page: Page, seller: string): Promise<readonly string[]> => {
  await page.goto(`/${seller}/events`);
  const links = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  return [...new Set(links)].filter((href) => /\/events\/[0-9a-f-]{36}/.test(href));
};

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.mouse.move(4, 4);
  await page.keyboard.press("Tab");
};

describe("everything that is pressed on a phone is at least 44 pixels wide and high", () => {
  test.each(sampledToday(["harbor", "larkfield", "opal", "kiwa"], 1))(
    "everything that is pressed on a phone is at least 44 pixels wide and high on the listing and the events of %s",
    async (seller) => {
      const page = await newVisitor({ viewport: phone, hasTouch: true });
      const { found, at } = measuring(page);
      const events = await eventPaths(page, seller);
      expect(events.length).toBeGreaterThan(4);
      await at("listing");
      for (const path of events) {
        await open(page, path);
        await at((await page.getByRole("heading", { level: 1 }).textContent()) ?? path);
      }
      expect(found).toEqual([]);
    },
  );

  test.each(sampledToday(["harbor", "larkfield", "opal", "kiwa"], 1))(
    "everything that is pressed on a phone is at least 44 pixels wide and high on the pages without an event of %s",
    async (seller) => {
      const page = await newVisitor({ viewport: phone, hasTouch: true, expectedRefusals: /./ });
      const { found, at } = measuring(page);
      for (const path of [
        "",
        "checkout",
        "membership",
        "membership/redeem",
        "user/forgot-password",
        "resend",
        "login",
        "nowhere",
      ]) {
        await open(page, `/${seller}/${path}`);
        await at(path);
      }
      expect(found).toEqual([]);
    },
  );

  test("everything that is pressed on a phone is at least 44 pixels wide and high from the choice of tickets to the checkout", async () => {
    const page = await newVisitor({ viewport: phone, hasTouch: true });
    const { found, at } = measuring(page);
    await openShop(page, "harbor");
    await openEvent(page, "Museum Admission");
    await chooseDate(page);
    await at("times");
    await chooseTime(page);
    await addTickets(page, "Adult", 1);
    await addTickets(page, "Pay what you wish", 1);
    await at("tickets");
    await reserve(page);
    await page.waitForLoadState("networkidle");
    await at("add-ons");
    await goToCheckout(page);
    await at("checkout");
    expect(found).toEqual([]);
  });

  test("everything that is pressed on a phone is at least 44 pixels wide and high in the account", async () => {
    const page = await newVisitor({ viewport: phone, hasTouch: true });
    const { found, at } = measuring(page);
    await page.goto("/harbor/events");
    await logInByPassword(page, "harbor");
    await at("listing of a member");
    for (const path of ["my", "my/membership", "my/profile", "my/upcoming", "my/orders"]) {
      await open(page, `/harbor/${path}`);
      await at(path);
    }
    await page.getByRole("main").locator('a[href*="/my/orders/"]').first().click();
    await page.getByRole("heading", { level: 1, name: /^Order / }).waitFor();
    await at("an order");
    expect(found).toEqual([]);
  });

  test("everything that is pressed on a phone is at least 44 pixels wide and high in the seat map", async () => {
    const page = await newVisitor({ viewport: phone, hasTouch: true });
    const { found, at } = measuring(page);
    await openShop(page, "opal");
    await openEvent(page, "Symphony Night");
    await chooseDate(page);
    await stepper(page, "Adult").first().getByRole("button", { name: "More" }).click();
    await page.getByRole("form", { name: "Reserve tickets" }).getByRole("button", { name: "Find seats" }).click();
    await page.getByRole("dialog", { name: "Find seats" }).getByText("Your seats").waitFor();
    await at("seat map");
    expect(found).toEqual([]);
  });
});
