import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sampledToday } from "../../scripts/sampling.ts";
import { cards, fillCart, fillPurchaser, newAddress, payWith, waitForOrder } from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

/** Opens a page whose scripts wait until they are released. */
const openStatic = async (page: Page, path: string, fonts?: "no fonts"): Promise<() => void> => {
  let hydrate = (): void => undefined;
  const gate = new Promise<void>((resolve) => (hydrate = resolve));
  await page.route("**/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  if (!fonts) await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return hydrate;
};
const waitForHydration = (page: Page) => page.waitForFunction(() => !("foyerEarlyClicks" in window));

/** The layout shifts since a time on the page's clock, each with the elements that moved. */
const layoutShiftsSince = (page: Page, moment: number): Promise<string[]> =>
  page.evaluate(
    (since) =>
      new Promise<string[]>((resolve) => {
        type LayoutShift = PerformanceEntry & {
          readonly value: number;
          readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(" ");
        const shifts: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[]) {
            if (entry.startTime <= since) continue;
            const moved = entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.nodeName} “${node?.textContent?.slice(0, 40)}” from ${place(previousRect)} to ${place(currentRect)}`,
            );
            shifts.push(`${entry.value}: ${moved.join("; ")}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(shifts), 300);
      }),
    moment,
  );

test.each(sampledToday(["harbor", "larkfield", "opal", "kiwa"], 1))(
  "hydrating the listing of %s shifts nothing on a phone",
  async (seller) => {
    const page = await newVisitor({ viewport: phone });
    const hydrate = await openStatic(page, `/${seller}/events`);
    const poster = page.getByRole("article").first();
    const before = await poster.boundingBox();
    const hydratesFrom = await page.evaluate(() => performance.now());
    hydrate();
    await waitForHydration(page);
    expect(await poster.boundingBox()).toEqual(before);
    expect(await layoutShiftsSince(page, hydratesFrom)).toEqual([]);
  },
);

describe.each([
  ["a phone", phone],
  ["a tablet", { width: 768, height: 1024 }],
  ["a desktop", { width: 1440, height: 900 }],
])("on %s", (_, viewport) => {
  test.each(sampledToday(["harbor", "larkfield", "opal", "kiwa"], 1))(
    "fonts that load slowly shift nothing at %s",
    async (seller) => {
      const page = await newVisitor({ viewport });
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      await page.route("**/*.woff2", async (route) => {
        await gate;
        await route.continue();
      });
      const hydrate = await openStatic(page, `/${seller}/events`, "no fonts");
      hydrate();
      await waitForHydration(page);
      await page.getByRole("article").first().waitFor();
      const shownAt = await page.evaluate(() => performance.now());
      release();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const shifts = await layoutShiftsSince(page, shownAt);
      // A word next to text whose width changes may move by a few pixels. No line wraps, and nothing moves down.
      const places = shifts.flatMap((shift) => [
        ...shift.matchAll(/from -?\d+ (-?\d+) -?\d+ (\d+) to -?\d+ (-?\d+) -?\d+ (\d+)/g),
      ]);
      expect(
        places.filter(([, top, height, newTop, newHeight]) => top !== newTop || height !== newHeight),
        shifts.join("\n"),
      ).toEqual([]);
      const sum = shifts.reduce((all, shift) => all + Number.parseFloat(shift), 0);
      expect(sum, shifts.join("\n")).toBeLessThan(0.005);
    },
  );
});

test("the picture above a completed order that loads slowly moves nothing", async () => {
  const page = await newVisitor({ viewport: phone });
  await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 });
  await fillPurchaser(page, newAddress());
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/cached_api/image/**", async (route) => {
    await gate;
    await route.continue();
  });
  await payWith(page, cards.good);
  await waitForOrder(page);
  const heading = page.getByRole("heading", { level: 1, name: "Done!" });
  const before = await heading.boundingBox();
  release();
  const isShown = () =>
    page.evaluate(() => {
      const picture = document.querySelector("main picture img");
      return picture instanceof HTMLImageElement && picture.naturalWidth > 0;
    });
  await expect.poll(isShown).toBe(true);
  expect(await heading.boundingBox()).toEqual(before);
});

test("a click on an event before hydration opens it", async () => {
  const page = await newVisitor({ viewport: phone });
  const hydrate = await openStatic(page, "/harbor/events");
  const link = page.getByRole("article").getByRole("link", { name: "Museum Admission", exact: true });
  await link.scrollIntoViewIfNeeded();
  const place = await link.boundingBox();
  if (!place) throw new Error("the event is not to be seen");
  await page.mouse.move(place.x + 20, place.y + place.height / 2);
  await page.mouse.down();
  // The page hydrates during the click.
  hydrate();
  await waitForHydration(page);
  await page.mouse.up();
  await page.getByRole("heading", { level: 1, name: "Museum Admission" }).waitFor();
});

test("there is no animation at all with reduced motion", async () => {
  const page = await newVisitor({ reducedMotion: "reduce" });
  const changing = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll("*")].filter((one) => getComputedStyle(one).transitionDuration !== "0s").length,
    );
  await page.goto("/harbor/events");
  expect(await changing()).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await changing()).toBeGreaterThan(0);
});

test("buttons take at most two rows at every width", async () => {
  const page = await newVisitor();
  for (const seller of ["harbor", "larkfield", "opal", "kiwa"]) {
    await page.goto(`/${seller}/events`);
    const buttons = page.getByRole("group", { name: "Category" });
    let shown = 0;
    for (let width = 320; width <= 1000; width += 68) {
      await page.setViewportSize({ width, height: 800 });
      const isList = await page.getByRole("combobox", { name: "Category" }).isVisible();
      expect(await buttons.isVisible(), `${seller} at ${width}`).toBe(!isList);
      if (isList) continue;
      shown++;
      const rows = await buttons
        .getByRole("button")
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
      expect(rows, `${seller} at ${width}`).toBeLessThanOrEqual(2);
    }
    expect(shown).toBeGreaterThan(3);
  }
});
