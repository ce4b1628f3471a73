import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  addTickets,
  chooseDate,
  chooseTime,
  dateOptions,
  fillCart,
  openEvent,
  openShop,
  visibleButton,
} from "../support/shop.ts";
import { desktop, newVisitor, phone } from "../support/visitor.ts";

/** Whether an element is within the screen, above the bar on phones. */
const isInViewport = async (page: Page, element: Locator): Promise<boolean> => {
  const bars = page.getByRole("region", { name: "Your selection" });
  const [box, bar] = [await element.boundingBox(), (await bars.isVisible()) ? await bars.boundingBox() : null];
  const end = bar?.y ?? page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= end;
};

test("on a desktop the next step and the total stay in sight", async () => {
  const page = await newVisitor({ viewport: desktop });
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  const panel = page.getByRole("complementary");
  expect(await isInViewport(page, panel.getByRole("button", { name: "Choose a date" }))).toBe(true);
  expect(await page.getByText("Your cart is empty.").count()).toBe(0);
  await chooseDate(page);
  await panel.getByRole("button", { name: "Choose a time" }).waitFor();
  await chooseTime(page);
  await addTickets(page, "Adult", 2);
  await panel.getByText("$59.00").waitFor();
  await panel.getByText("You won't be charged yet").waitFor();
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 5000);
  const reserveButton = panel.getByRole("button", { name: "Reserve" });
  await expect.poll(() => isInViewport(page, reserveButton)).toBe(true);
  expect(await page.getByRole("main").getByRole("button", { name: "Reserve" }).filter({ visible: true }).count()).toBe(
    1,
  );
});

test("the bar says that fees are added, and shows the price of the day once one is chosen", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "opal");
  await openEvent(page, "Symphony Night");
  // What the server rendered, before the first touch loads the form.
  const bar = page.getByRole("region", { name: "Your selection" });
  await bar.getByText("from $39").waitFor();
  await bar.getByText("plus fees").waitFor();
  await chooseDate(page);
  await bar.getByText("from $39").waitFor();
  await bar.getByText("plus fees").waitFor();
});

test("on a phone the page ends above the bar", async () => {
  const page = await newVisitor({ viewport: phone });
  for (const name of ["Gift Card", "Museum Admission"]) {
    await openShop(page, "harbor");
    await openEvent(page, name);
    const bar = page.getByRole("region", { name: "Your selection" });
    await bar.waitFor();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect
      .poll(async () => {
        const [end, start] = [await page.getByRole("contentinfo").boundingBox(), await bar.boundingBox()];
        if (!end || !start) return undefined;
        return { above: end.y + end.height <= start.y, atFoot: start.y + start.height === phone.height };
      })
      .toEqual({ above: true, atFoot: true });
  }
});

test.each([
  ["a phone", phone],
  ["a tablet", { width: 768, height: 1024 }],
])("on %s dates are in the first screen, and the bar leads from step to step", async (_, viewport) => {
  const page = await newVisitor({ viewport });
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await expect.poll(() => isInViewport(page, dateOptions(page).first())).toBe(true);
  const heading = page.getByRole("heading", { name: "Choose a date" });
  await visibleButton(page, "Choose a date").click();
  await heading.and(page.locator(":focus")).waitFor();
  expect(await page.getByText("Please select a date to continue.").count()).toBe(0);
  await visibleButton(page, "Choose a date").click();
  await page.getByText("Please select a date to continue.").waitFor();
  await chooseDate(page);
  await visibleButton(page, "Choose a time").waitFor();
  await chooseTime(page);
  await visibleButton(page, "Choose tickets").click();
  await page.getByRole("heading", { name: "Choose tickets" }).and(page.locator(":focus")).waitFor();
  await addTickets(page, "Adult", 2);
  await visibleButton(page, "Reserve").waitFor();
  await page.getByRole("region", { name: "Your selection" }).getByText("$59.00").waitFor();
});

test("with a cart, events cannot be clicked until it is known which are offered", async () => {
  const page = await newVisitor({ viewport: desktop });
  await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 });
  let answer = (): void => undefined;
  const gate = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/my/cart/**", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto("/harbor/events");
  await page.waitForFunction(() => !("foyerEarlyClicks" in window));
  expect(await page.getByRole("main").getByRole("link").filter({ visible: true }).count()).toBe(0);
  answer();
  await page.getByRole("heading", { level: 1, name: "What other experiences would you like to add?" }).waitFor();
  expect(await page.getByRole("article").filter({ visible: true }).count()).toBeGreaterThan(0);
});
