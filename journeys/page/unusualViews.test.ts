import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { logInByPassword } from "../support/login.ts";
import { buyOrder } from "../support/orders.ts";
import {
  chooseDate,
  fillCart,
  goToCheckout,
  newAddress,
  openEvent,
  openShop,
  stepper,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

/** The narrowest phone, and a page of 1280 pixels at four times the size. */
const narrow = { width: 320, height: 640 };
const longWord = "Ermäßigungsberechtigungsscheininhaberinnen";

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error("it is not to be seen");
  return box;
};
/** How much wider the page is than its window. */
const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Gives a ticket type another name, in pages and replies. */
const renameTickets = (page: Page, name: string, other: string): Promise<unknown> =>
  page.route(/\/(?:api|cached_api|harbor)\//, async (route) => {
    const reply = await route.fetch().catch(() => undefined);
    if (!reply || !/json|html/.test(reply.headers()["content-type"] ?? ""))
      return reply ? route.fulfill({ response: reply }) : route.abort().catch(() => undefined);
    const body = (await reply.text()).replaceAll(`"${name}"`, `"${other}"`);
    return route.fulfill({ response: reply, body }).catch(() => undefined);
  });

test("a ticket's name of one long word does not widen the cart or the order on a narrow phone", async () => {
  const page = await newVisitor({ viewport: narrow });
  await renameTickets(page, "Adult", longWord);
  await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 });
  await page.getByText(`2 × ${longWord}`).first().waitFor();
  expect(await excessWidth(page)).toBe(0);

  const buyer = await newVisitor();
  const { link } = await buyOrder(buyer, { tickets: { Adult: 2 } });
  await page.goto(link);
  await page.getByRole("heading", { name: "Receipt" }).waitFor();
  for (const form of ["Send tickets", "Cancel tickets"]) {
    await page.getByRole("button", { name: form }).click();
    await page.getByRole("checkbox", { name: longWord }).first().waitFor();
    expect(await excessWidth(page), form).toBe(0);
  }
});

test("a member with text at twice the size reads the membership and the orders in lines", async () => {
  const page = await newVisitor({ viewport: phone });
  await openShop(page, "harbor");
  await logInByPassword(page, "harbor");
  for (const path of ["my/membership", "my/orders"]) {
    await page.goto(`/harbor/${path}`);
    await page
      .getByText(path === "my/orders" ? "1 membership" : "Member number")
      .first()
      .waitFor();
    // The numbers of the others are random.
    for (const number of await page
      .getByRole("listitem")
      .getByText(/^[0-9A-Z]{10}$/)
      .all())
      await number.evaluate((element) => (element.textContent = "W".repeat(10)));
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await expect.poll(() => excessWidth(page), { message: path }).toBe(0);
  }
  await page.goto("/harbor/my/membership");
  await page.getByText("Member number").waitFor();
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const number = page.locator("dt", { hasText: "Member number" });
  const value = page.locator("div", { has: number }).last().locator("dd");
  const line = await value.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect((await boxOf(value)).height).toBeLessThan(2 * line);
});

test("on a narrow phone the links of the header end where the page does", async () => {
  const page = await newVisitor({ viewport: narrow });
  await openShop(page, "harbor");
  const cart = await boxOf(page.getByRole("banner").getByRole("button", { name: "Cart" }).filter({ visible: true }));
  expect(cart.x + cart.width).toBeCloseTo(narrow.width - 20, 0);
});

test("the words of a choice stay within it on a narrow phone", async () => {
  const page = await newVisitor({ viewport: narrow });
  await openShop(page, "opal");
  await openEvent(page, "Gift Card");
  const choice = page.getByRole("radio", { name: "Another amount" });
  const words = await boxOf(choice.getByText("Another amount").filter({ visible: true }));
  const box = await boxOf(choice);
  expect(words.x + words.width).toBeLessThanOrEqual(box.x + box.width);
});

test("where the system sets the colours, only a ticked box shows its mark", async () => {
  const page = await newVisitor({ forcedColors: "active" });
  const { link } = await buyOrder(page, { tickets: { Adult: 2 } });
  await page.goto(link);
  await page.getByRole("button", { name: "Send tickets" }).click();
  const box = page.getByRole("checkbox", { name: "Adult" }).first();
  const mark = box.locator("xpath=following-sibling::*[1]").locator("svg");
  await box.waitFor();
  expect(await mark.isVisible()).toBe(false);
  await box.check();
  expect(await mark.isVisible()).toBe(true);
});

const styleOf = (element: Locator, property: string): Promise<string> =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

test("where the system sets the colours, a passcode shows once, in its boxes", async () => {
  const page = await newVisitor({ forcedColors: "active" });
  await page.goto("/harbor/login");
  await page.getByLabel("Email").fill(newAddress());
  await page.getByRole("button", { name: "Email me a code" }).click();
  const field = page.getByLabel("Passcode");
  await field.fill("123");
  const none = "rgba(0, 0, 0, 0)";
  expect([await styleOf(field, "color"), await styleOf(field, "background-color")]).toEqual([none, none]);
});

test.each(["none", "active"] as const)(
  "a mark shows which membership level is chosen, with the colours of the system: %s",
  async (forcedColors) => {
    const page = await newVisitor({ forcedColors });
    await page.goto("/harbor/membership");
    await page.getByRole("radio", { name: "Individual" }).check();
    const markOf = (level: string) =>
      page
        .getByRole("article")
        .filter({ has: page.getByRole("radio", { name: level }) })
        .locator("svg");
    expect([await markOf("Individual").isVisible(), await markOf("Family").isVisible()]).toEqual([true, false]);
  },
);

test("where the system sets the colours, the calendar tells available days from others", async () => {
  const page = await newVisitor({ forcedColors: "active" });
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await page.getByRole("button", { name: "More dates" }).click();
  const days = page.getByRole("dialog").locator("[role=gridcell] > *");
  const colourOf = (state: string) => styleOf(days.and(page.locator(state)).first(), "color");
  await days.first().waitFor();
  expect(await colourOf("[aria-disabled=true]")).not.toBe(await colourOf(":not([aria-disabled=true])"));
});

test("where the system sets the colours, the list of addresses shows which one Enter takes", async () => {
  const page = await newVisitor({ forcedColors: "active" });
  await openShop(page, "larkfield");
  await openEvent(page, "The Planting Fund");
  await page.getByRole("radio", { name: "A tree fern" }).click();
  await visibleButton(page, "Add to basket").click();
  await goToCheckout(page);
  await page.getByRole("combobox", { name: "Address" }).fill("Foxglove");
  const option = page.getByRole("listbox").getByRole("option").first();
  await option.waitFor();
  const colours = async () => [await styleOf(option, "background-color"), await styleOf(option, "color")];
  const before = await colours();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => option.getAttribute("aria-selected")).toBe("true");
  const after = await colours();
  expect(after.map((colour, index) => colour !== before[index])).toEqual([true, true]);
});

test("on a phone held sideways the seat map is high enough to choose on", async () => {
  const page = await newVisitor({ viewport: { width: 740, height: 360 }, hasTouch: true });
  await openShop(page, "opal");
  await openEvent(page, "Symphony Night");
  await chooseDate(page);
  await stepper(page, "Adult").first().getByRole("button", { name: "More" }).click();
  const form = page.getByRole("form", { name: "Reserve tickets" });
  await form.getByRole("button", { name: "Find seats" }).click();
  const dialog = page.getByRole("dialog", { name: "Find seats" });
  const map = await boxOf(dialog.getByRole("application"));
  expect(map.height).toBeGreaterThan(150);
  const best = await boxOf(dialog.getByRole("button", { name: "Best available" }));
  expect(best.x).toBeGreaterThan(map.x + map.width);
});

test("the check mark of a chosen time leaves a long price readable", async () => {
  const page = await newVisitor({ viewport: phone });
  await page.route(/\/(?:cached_)?api\/events/, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.text()).replaceAll(/"min_price":"[^"]*"/g, '"min_price":"98765"');
    await route.fulfill({ response: reply, body });
  });
  await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 });
  await page.goto("/harbor/add-ons");
  const chosen = page.getByRole("radio", { checked: true, name: /98,765/ }).first();
  await chosen.waitFor();
  const { words, mark } = await chosen.evaluate((tile) => {
    const found: DOMRect[] = [];
    const texts = document.createTreeWalker(tile.querySelector("[id$=detail]") ?? tile, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      found.push(...range.getClientRects());
    }
    return {
      words: found.map((box) => box.toJSON() as DOMRect),
      mark: tile.querySelector("svg")?.getBoundingClientRect(),
    };
  });
  const covered = words.filter((word) => mark && word.right > mark.left && word.bottom > mark.top);
  expect(words.length).toBeGreaterThan(0);
  expect(covered).toEqual([]);
});

test.each([
  ["five digits", "98765", 390, true],
  ["seven digits", "1234567", 390, false],
  ["five digits on a narrow phone", "98765", 320, false],
  ["seven digits on a wide page", "1234567", 1440, true],
])("the calendar shows prices of %s where they can be read, each within its day", async (_, price, width, isShown) => {
  const page = await newVisitor({ viewport: { width, height: 800 } });
  await page.route(/\/calendar\?/, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.text()).replaceAll(/"min_price":"[^"]*"/g, `"min_price":"${price}"`);
    await route.fulfill({ response: reply, body });
  });
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  await page.getByRole("button", { name: "More dates" }).click();
  await page.getByRole("dialog").getByRole("gridcell").first().waitFor();
  const prices = await page
    .getByRole("dialog")
    .locator("[data-day] > span + span")
    .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect(), one.parentElement?.getBoundingClientRect()]));
  expect(prices.length).toBeGreaterThan(20);
  expect(prices.filter(([text, day]) => text && day && (text.width > day.width || text.left < day.left))).toEqual([]);
  expect(prices.filter(([text]) => text && text.height > 8).length > 20).toBe(isShown);
});
