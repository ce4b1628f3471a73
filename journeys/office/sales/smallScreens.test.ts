import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signedOut, signInAs } from "../../support/office.ts";
import { smallTargets } from "../../support/accessibility/smallTargets.ts";
import { newVisitor, phone } from "../../support/visitor.ts";

const screens = [
  "",
  "/orders",
  "/counter",
  "/members",
  "/codes",
  "/gift-cards",
  "/catalogue",
  "/reports",
  "/money",
  "/gate",
  "/staff",
  "/audit",
];
/** A field is 44 pixels high including its border, which is measured separately. */
const leastPixels = 42;

test.each([
  ["an upright tablet", { width: 768, height: 1024 }],
  ["a phone", phone],
])(
  "every screen fits %s, with targets for a finger and its own name in the navigation",
  async (_, viewport) => {
    const page = await newVisitor({ viewport, hasTouch: true, expectedRefusals: signedOut });
    const found: string[] = [];
    await signInAs(page, "Owner at Harbor Museum of Art");
    for (const screen of screens) {
      await page.goto(`/_office/harbor${screen}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (tooWide > 0) found.push(`${screen} is ${tooWide} pixels too wide`);
      const inNavigation = page.getByRole("navigation", { name: "Screens" }).locator("[aria-current=page]");
      const { x, y, width, height } = (await inNavigation.boundingBox())!;
      const isSeen = x >= 0 && x + width <= viewport.width && y >= 0 && y + height <= viewport.height;
      if (!isSeen) found.push(`${screen} is out of sight in the navigation`);
      for (const target of await smallTargets(page, leastPixels)) found.push(`${screen} ${target}`);
    }
    expect(found).toEqual([]);
  },
  60_000,
);

test.each([
  ["upright", { width: 320, height: 568 }],
  ["on its side", { width: 844, height: 390 }],
])(
  "a message covers no button at the foot of an open dialog, and can be undone above it, on a phone %s",
  async (_, viewport) => {
    const page = await newVisitor({ viewport, hasTouch: true, expectedRefusals: signedOut });
    await signInAs(page, "Manager at Larkfield Botanic Garden");
    await page.goto("/_office/larkfield/codes?state=active");
    const codes = page.getByRole("table", { name: /^Promo codes/ });
    await codes.getByRole("row").nth(1).getByRole("link").first().click();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("The code is paused.").waitFor();
    await page.getByRole("link", { name: "All codes" }).click();
    await page.getByRole("button", { name: "Make codes" }).click();
    const dialog = page.getByRole("dialog");
    const message = dialog.getByRole("status").filter({ hasText: "The code is paused." }).getByRole("paragraph");
    const send = dialog.locator("button[type=submit]");
    await send.scrollIntoViewIfNeeded();
    const [above, below] = [(await message.boundingBox())!, (await send.boundingBox())!];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    expect(above.y).toBeGreaterThanOrEqual(0);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => message.count()).toBe(0);
  },
);

/** The options of selects that are wider than their select, with the missing pixels. */
const cutOptions = (page: Page): Promise<string[]> =>
  page.getByRole("main").evaluate((main) => {
    const pen = document.createElement("canvas").getContext("2d")!;
    return [...main.querySelectorAll("select")].flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = font;
      const room = select.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
      if (room <= 0) return [];
      return [...select.options]
        .map(({ text }) => ({ text, beyond: Math.ceil(pen.measureText(text).width - room) }))
        .filter(({ beyond }) => beyond > 0)
        .map(({ text, beyond }) => `${text} by ${beyond}`);
    });
  });

test("no select of the settings cuts off one of its options, at any width", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Owner at Harbor Museum of Art");
  const found: string[] = [];
  for (const screen of ["sales-rules", "brand", "pages", "emails", "payment-keys", "service-keys", "staff"]) {
    await page.goto(`/_office/harbor/${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (tooWide > 0) found.push(`${screen} is ${tooWide} pixels wider than ${width}`);
      for (const option of await cutOptions(page)) found.push(`${screen} at ${width}: ${option}`);
    }
  }
  expect(found).toEqual([]);
}, 60_000);
