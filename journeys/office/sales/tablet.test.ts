import { expect, test } from "vitest";
import { signedOut, signInAs } from "../../support/office.ts";
import { smallTargets } from "../../support/accessibility/smallTargets.ts";
import { newVisitor } from "../../support/visitor.ts";

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
/** A field is 44 pixels high with its edge, which is not its own. */
const leastPixels = 42;

test("every screen fits an upright tablet, with targets for a finger", async () => {
  const page = await newVisitor({
    viewport: { width: 768, height: 1024 },
    hasTouch: true,
    expectedRefusals: signedOut,
  });
  const found: string[] = [];
  await signInAs(page, "Owner at Harbor Museum of Art");
  for (const screen of screens) {
    await page.goto(`/_office/harbor${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (tooWide > 0) found.push(`${screen} is ${tooWide} pixels too wide`);
    for (const target of await smallTargets(page, leastPixels)) found.push(`${screen} ${target}`);
  }
  expect(found).toEqual([]);
}, 60_000);
