import { expect, test } from "vitest";
import { collectFindings } from "../../support/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { desktop, newVisitor, phone } from "../../support/visitor.ts";

/** A list of pages, and a form that two calls fill. */
const screens = [
  { path: "members", title: "Members", calls: /\/staff_api\/members\?/, shown: /^Members, those whose term ends last/ },
  { path: "texts", title: "Texts", calls: /\/staff_api\/catalogue\/(?:texts|chapter)\?/, shown: "Where" },
] as const;

test.each([
  ["a desktop", desktop],
  ["a phone", phone],
])("a screen that cannot be loaded says why, and is loaded by another try, on %s", async (_, viewport) => {
  const page = await newVisitor({ viewport, expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  for (const { path, title, calls, shown } of screens) {
    await page.route(calls, (route) => route.abort());
    await page.goto(`/_office/harbor/${path}`);
    const alert = page.getByRole("alert");
    await alert.getByText("The server cannot be reached. Please try again.").waitFor();
    expect(await page.getByRole("heading", { name: title, level: 1 }).count()).toBe(1);
    await at(`${title}, not loaded`);
    await page.unroute(calls);
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel(shown).first().waitFor();
    expect(await alert.count()).toBe(0);
  }
  expect(found).toEqual([]);
});
