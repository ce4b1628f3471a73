import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { tabTo } from "./keyboard.ts";
import { countOf, dates, isAtCheckout, openEvent, openShop, pickDate, reserve, shownButton, stepper } from "./shop.ts";
import { desktop, newVisitor, phone } from "./visitor.ts";

const hall = (page: Page): Locator => page.getByRole("dialog", { name: "Find seats" });
const seat = (page: Page, start: string | RegExp): Locator => hall(page).getByRole("button", { name: start });
const wayToSeats = (page: Page): Locator => page.getByRole("button", { name: /^(?:Find|Change) seats$/ });

/** As far as the tickets: two in the stalls. */
const chooseTickets = async (page: Page): Promise<void> => {
  await openShop(page, "opal");
  await openEvent(page, "Symphony Night");
  await pickDate(page);
  const more = stepper(page, "Adult").first().getByRole("button", { name: "More" });
  await more.click();
  await more.click();
};
const openHall = async (page: Page): Promise<void> => {
  await wayToSeats(page).click();
  await hall(page).getByText("Your seats").waitFor();
};
const confirm = async (page: Page): Promise<void> => {
  await hall(page).getByRole("button", { name: "Confirm seats" }).click();
  await hall(page).waitFor({ state: "detached" });
};

test("seats are found on the map with a mouse, and are in the cart", async () => {
  const page = await newVisitor();
  await chooseTickets(page);
  await openHall(page);
  const map = hall(page).getByRole("application");
  const box = await map.boundingBox();
  if (!box) throw new Error("there is no map");
  // Across the middle of the hall, until the map says which seat is under the pointer.
  const name = map.getByText(/^Stalls \w+ \d+$/);
  for (let step = 0; step < 60 && (await name.count()) === 0; step++)
    await page.mouse.move(box.x + box.width * (0.4 + step * 0.003), box.y + box.height * 0.45);
  const chosen = await name.innerText();
  await page.mouse.down();
  await page.mouse.up();
  await hall(page).getByText("2 of 2 chosen").waitFor();
  await seat(page, `Give back ${chosen}`).waitFor();
  await confirm(page);
  await wayToSeats(page).and(page.locator(":focus")).waitFor();
  await page.getByRole("main").getByText(chosen).waitFor();
  await reserve(page);
  await isAtCheckout(page);
  await page.getByText(chosen).first().waitFor();
});

test("a visitor without a mouse finds seats in the list, and always knows where they are", async () => {
  const page = await newVisitor();
  const press = (key: string) => page.keyboard.press(key);
  const hears = (words: string | RegExp) =>
    page.getByRole("status").filter({ hasText: words }).first().waitFor({ state: "attached" });
  await openShop(page, "opal");
  await openEvent(page, "Symphony Night");
  await tabTo(page, dates(page));
  await press("Enter");
  await countOf(page, "Adult").first().waitFor();
  await tabTo(page, countOf(page, "Adult").first());
  await press("ArrowUp");
  await press("ArrowUp");
  await hears("2 × Adult");

  await wayToSeats(page).waitFor();
  await tabTo(page, wayToSeats(page));
  await press("Enter");
  await hall(page).getByText("Your seats").waitFor();
  await tabTo(page, hall(page).getByRole("tab", { name: "Map" }));
  await press("ArrowRight");
  await seat(page, /, available$/)
    .first()
    .waitFor();
  await tabTo(page, hall(page).locator("[data-seat]"));
  await press("ArrowDown");
  await press("ArrowRight");
  await press("Enter");
  await hears(/selected\. 2 of 2 seats chosen\.$/);
  const chosen = await hall(page).locator("[data-seat]:focus").getAttribute("aria-label");
  expect(chosen).toMatch(/^Stalls \w+ \d+, \$\d+.*, selected$/);
  await tabTo(page, hall(page).getByRole("button", { name: "Confirm seats" }));
  await press("Enter");
  await hall(page).waitFor({ state: "detached" });
  await hears(/^2 seats chosen: Stalls/);
  await wayToSeats(page).and(page.locator(":focus")).waitFor();
  await tabTo(page, shownButton(page, "Reserve"));
  await press("Enter");
  await isAtCheckout(page);
});

test("of two who want the same seats the second is told which have gone, and finds others", async () => {
  const slow = await newVisitor({ refusals: /modify|\/my\/cart/ });
  const quick = await newVisitor({ viewport: phone });
  for (const page of [slow, quick]) {
    await chooseTickets(page);
    await openHall(page);
    await seat(page, "Best available").click();
    await hall(page).getByText("2 of 2 chosen").waitFor();
    await confirm(page);
  }
  await reserve(quick);
  await isAtCheckout(quick);

  await reserve(slow);
  await slow
    .getByRole("main")
    .getByText(/has just been taken/)
    .waitFor();
  await openHall(slow);
  await seat(slow, "Best available").click();
  await confirm(slow);
  await reserve(slow);
  await isAtCheckout(slow);
});

describe("everybody can use the hall", () => {
  test.each([
    ["light", desktop],
    ["dark", phone],
  ] as const)("%s", async (colorScheme, viewport) => {
    const page = await newVisitor({ colorScheme, viewport });
    await chooseTickets(page);
    await openHall(page);
    for (const way of ["Map", "List"]) {
      await hall(page).getByRole("tab", { name: way }).click();
      await seat(page, "Best available").click();
      await hall(page).getByText("2 of 2 chosen").waitFor();
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("dialog").analyze();
      expect(violations.map(({ id, nodes }) => `${way}: ${id} ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    }
  });
});
