import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { testsInTurn } from "../../scripts/testRunner/testsInTurn.ts";
import { sampledToday } from "../../scripts/sampling.ts";
import { tabTo } from "../support/accessibility/keyboard.ts";
import {
  ticketCount,
  dateOptions,
  goToCheckout,
  openEvent,
  openShop,
  chooseDate,
  reserve,
  visibleButton,
  stepper,
} from "../support/shop.ts";
import { desktop, newVisitor, phone } from "../support/visitor.ts";

const testInTurn = testsInTurn(import.meta.filename);

const seatDialog = (page: Page): Locator => page.getByRole("dialog", { name: "Find seats" });
const seat = (page: Page, start: string | RegExp): Locator => seatDialog(page).getByRole("button", { name: start });
const seatSelectorButton = (page: Page): Locator =>
  page.getByRole("form", { name: "Reserve tickets" }).getByRole("button", { name: /^(?:Find|Change) seats$/ });

/** Chooses two tickets in the stalls. */
const chooseTickets = async (page: Page): Promise<void> => {
  await openShop(page, "opal");
  await openEvent(page, "Symphony Night");
  await chooseDate(page);
  const more = stepper(page, "Adult").first().getByRole("button", { name: "More" });
  await more.click();
  await more.click();
};
const openHall = async (page: Page): Promise<void> => {
  await seatSelectorButton(page).click();
  await seatDialog(page).getByText("Your seats").waitFor();
};
const confirm = async (page: Page): Promise<void> => {
  await seatDialog(page).getByRole("button", { name: "Confirm seats" }).click();
  await seatDialog(page).waitFor({ state: "detached" });
};

test("seats are chosen on the map by mouse and reserved", async () => {
  const page = await newVisitor();
  await chooseTickets(page);
  await openHall(page);
  const map = seatDialog(page).getByRole("application");
  const box = await map.boundingBox();
  if (!box) throw new Error("there is no map");
  // Moves across the middle of the map until it names the seat under the pointer.
  const name = map.getByText(/^Stalls \w+ \d+$/);
  for (let step = 0; step < 60 && (await name.count()) === 0; step++)
    await page.mouse.move(box.x + box.width * (0.4 + step * 0.003), box.y + box.height * 0.45);
  const chosen = await name.innerText();
  await page.mouse.down();
  await page.mouse.up();
  await seatDialog(page).getByText("2 of 2 chosen").waitFor();
  await seat(page, `Remove ${chosen}`).waitFor();
  await confirm(page);
  await seatSelectorButton(page).and(page.locator(":focus")).waitFor();
  await page.getByRole("form", { name: "Reserve tickets" }).getByText(chosen).waitFor();
  await reserve(page);
  await goToCheckout(page);
  await page.getByText(chosen).first().waitFor();
});

type Place = { readonly x: number; readonly y: number };

/** Moves fingers from the first positions to the last ones. */
const moveFingers = async (page: Page, from: readonly Place[], to: readonly Place[]): Promise<void> => {
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: readonly Place[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
  await send("touchStart", from);
  for (let step = 1; step <= 8; step++)
    await send(
      "touchMove",
      from.map(({ x, y }, index) => ({
        x: x + (((to[index]?.x ?? x) - x) * step) / 8,
        y: y + (((to[index]?.y ?? y) - y) * step) / 8,
      })),
    );
  await send("touchEnd", []);
  await touch.detach();
};

testInTurn("fingers zoom and move the map within its bounds, and tap a seat", async () => {
  const page = await newVisitor({ viewport: phone, hasTouch: true });
  await chooseTickets(page);
  await openHall(page);
  const map = seatDialog(page).getByRole("application");
  const box = await map.boundingBox();
  if (!box) throw new Error("there is no map");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const beside = (by: number) => ({ ...middle, x: middle.x + by });
  const position = () =>
    map.evaluate((frame) => {
      const layer = frame.querySelector<HTMLElement>('[style*="scale"]');
      const { a, e, f } = new DOMMatrix(layer?.style.transform);
      return { k: a, x: e, y: f };
    });

  // On a phone, the map opens at the section of the chosen tickets.
  expect((await position()).k).toBeGreaterThan(1.5);
  await seatDialog(page).getByRole("button", { name: "Show the whole map" }).click();
  await expect.poll(async () => (await position()).k).toBe(1);
  await map.locator(":scope:not([data-moving])").waitFor();
  await moveFingers(page, [beside(-20), beside(20)], [beside(-80), beside(80)]);
  await expect.poll(async () => (await position()).k).toBeCloseTo(4, 1);
  const { x, k } = await position();
  // The point between the fingers stays between them.
  expect(x).toBeCloseTo((box.width / 2) * (1 - k), -1);

  await moveFingers(page, [beside(0)], [beside(60)]);
  await expect.poll(async () => (await position()).x).toBeCloseTo(x + 60, -1);
  for (let again = 0; again < 12; again++) await moveFingers(page, [beside(-150)], [beside(150)]);
  const edge = await position();
  await moveFingers(page, [beside(-150)], [beside(150)]);
  await expect.poll(position).toEqual(edge);

  for (let again = 0; again < 3; again++)
    await moveFingers(page, [beside(-160), beside(160)], [beside(-20), beside(20)]);
  await expect.poll(async () => (await position()).k).toBe(1);
  for (let again = 0; again < 40 && (await seat(page, /^Remove /).count()) === 0; again++)
    await page.touchscreen.tap(middle.x + again * 3, middle.y - 20 + again);
  await seatDialog(page).getByText("2 of 2 chosen").waitFor();
});

testInTurn("the map is sharp once it has come to rest", async () => {
  const page = await newVisitor();
  await chooseTickets(page);
  await openHall(page);
  const map = seatDialog(page).getByRole("application");
  await seatDialog(page).getByRole("button", { name: "Zoom in" }).click();
  await seatDialog(page).getByRole("button", { name: "Zoom in" }).click();
  await page.mouse.move(5, 5);
  await map.locator(":scope:not([data-moving])").waitFor();
  // Numbers and row letters are drawn on a canvas.
  await expect
    .poll(() =>
      map.locator("canvas").evaluate(
        (canvas: HTMLCanvasElement) =>
          canvas
            .getContext("2d")
            ?.getImageData(0, 0, canvas.width, canvas.height)
            .data.some((value) => value > 0) ?? false,
      ),
    )
    .toBe(true);
  const shown = await map.screenshot();
  // Drawn again, it looks the same.
  await map.evaluate((frame) => {
    for (const layer of frame.querySelectorAll<HTMLElement>('[style*="scale"]')) {
      layer.style.display = "none";
      layer.getBoundingClientRect();
      layer.style.willChange = "auto";
      layer.style.display = "";
    }
  });
  expect((await map.screenshot()).equals(shown)).toBe(true);
});

testInTurn("seats with a wheelchair space are found by one press", async () => {
  const page = await newVisitor();
  await chooseTickets(page);
  await openHall(page);
  await seatDialog(page).getByRole("checkbox", { name: "With a wheelchair space" }).check();
  await seat(page, "Best available").click();
  await seatDialog(page).getByText("2 of 2 chosen").waitFor();
  expect(await seat(page, /^Remove Stalls R (2|43)$/).count()).toBe(1);
  expect(await seat(page, /^Remove Stalls R (3|42)$/).count()).toBe(1);
});

testInTurn("a keyboard user chooses seats in the list, with a visible focus at every stop", async () => {
  const page = await newVisitor();
  const press = (key: string) => page.keyboard.press(key);
  const announces = (words: string | RegExp) =>
    page.getByRole("status").filter({ hasText: words }).first().waitFor({ state: "attached" });
  await openShop(page, "opal");
  await openEvent(page, "Symphony Night");
  await tabTo(page, dateOptions(page));
  await press("Enter");
  await ticketCount(page, "Adult").first().waitFor();
  await tabTo(page, ticketCount(page, "Adult").first());
  await press("ArrowUp");
  await press("ArrowUp");
  await announces("2 × Adult");

  await seatSelectorButton(page).waitFor();
  await tabTo(page, seatSelectorButton(page));
  await press("Enter");
  await seatDialog(page).getByText("Your seats").waitFor();
  await tabTo(page, seatDialog(page).getByRole("tab", { name: "Map" }));
  await press("ArrowRight");
  await seat(page, /, available$/)
    .first()
    .waitFor();
  await tabTo(page, seatDialog(page).locator("[data-seat]"));
  await press("ArrowDown");
  await press("ArrowRight");
  await press("Enter");
  await announces(/selected\. 2 of 2 seats chosen\.$/);
  const chosen = await seatDialog(page).locator("[data-seat]:focus").getAttribute("aria-label");
  expect(chosen).toMatch(/^Stalls \w+ \d+, \$\d+.*, selected$/);
  await tabTo(page, seatDialog(page).getByRole("button", { name: "Confirm seats" }));
  await press("Enter");
  await seatDialog(page).waitFor({ state: "detached" });
  await announces(/^2 seats chosen: Stalls/);
  await seatSelectorButton(page).and(page.locator(":focus")).waitFor();
  await tabTo(page, visibleButton(page, "Reserve"));
  await press("Enter");
  await goToCheckout(page);
});

testInTurn("a keyboard user chooses seats on the map, which names each seat that the keys reach", async () => {
  const page = await newVisitor();
  const press = (key: string) => page.keyboard.press(key);
  await chooseTickets(page);
  await seatSelectorButton(page).focus();
  await press("Enter");
  const map = seatDialog(page).getByRole("application");
  await map.waitFor();
  await tabTo(page, map);
  const reached = map.getByRole("button");
  expect(await reached.count()).toBe(0);
  await press("ArrowRight");
  await reached.waitFor({ state: "attached" });
  const first = await reached.getAttribute("aria-label");
  await press("ArrowRight");
  await press("ArrowDown");
  const name = await reached.getAttribute("aria-label");
  expect(name).toMatch(/^Stalls \w+ \d+, \$\d+.*, available$/);
  expect(name).not.toBe(first);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("dialog").analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  await press("Enter");
  await seatDialog(page).getByText("2 of 2 chosen").waitFor();
  expect(await reached.getAttribute("aria-label")).toBe(name?.replace(/available$/, "selected"));
  await map.and(page.locator(":focus")).waitFor();
  await press(" ");
  await seatDialog(page).getByText("1 of 2 chosen").waitFor();
  await press("Enter");
  await seatDialog(page).getByText("2 of 2 chosen").waitFor();
  await tabTo(page, seatDialog(page).getByRole("button", { name: "Confirm seats" }));
  await press("Enter");
  await seatDialog(page).waitFor({ state: "detached" });
  await reserve(page);
  await goToCheckout(page);
});

test("a visitor whose seats were taken sees which, and chooses others", async () => {
  const slow = await newVisitor({ expectedRefusals: /modify|\/my\/cart/ });
  const quick = await newVisitor({ viewport: phone });
  for (const page of [slow, quick]) {
    await chooseTickets(page);
    await openHall(page);
    await seat(page, "Best available").click();
    await seatDialog(page).getByText("2 of 2 chosen").waitFor();
    await confirm(page);
  }
  await reserve(quick);
  await goToCheckout(quick);

  await reserve(slow);
  await slow
    .getByRole("main")
    .getByText(/Just taken/)
    .waitFor();
  await openHall(slow);
  await seat(slow, "Best available").click();
  await confirm(slow);
  await reserve(slow);
  await goToCheckout(slow);
});

const schemes = [
  ["light", desktop],
  ["dark", phone],
] as const;
for (const [colorScheme, viewport] of sampledToday(schemes, 1))
  testInTurn(`the map and the list of seats are accessible in the ${colorScheme} colour scheme`, async () => {
    const page = await newVisitor({ colorScheme, viewport });
    await chooseTickets(page);
    await openHall(page);
    for (const way of ["Map", "List"]) {
      await seatDialog(page).getByRole("tab", { name: way }).click();
      await seat(page, "Best available").click();
      await seatDialog(page).getByText("2 of 2 chosen").waitFor();
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("dialog").analyze();
      expect(violations.map(({ id, nodes }) => `${way}: ${id} ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    }
  });
