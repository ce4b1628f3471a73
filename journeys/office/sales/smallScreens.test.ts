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
