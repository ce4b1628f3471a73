import { expect, test } from "vitest";
import { hiddenFocusPixels, tabTo } from "../../support/accessibility/keyboard.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("adding and removing rows by keyboard moves the focus to the row beside them", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const press = (key: string) => page.keyboard.press(key);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.goto("/_office/larkfield/pages");
  const tab = page.getByRole("tab", { name: "List of events" });
  await tab.waitFor();
  await tabTo(page, tab);
  expect(await hiddenFocusPixels(page), "pixels of the ring that are cut off").toBe(0);
  await press("ArrowRight");
  await press("ArrowRight");
  await page.getByRole("tab", { name: "Blocks" }).and(page.locator(":focus")).waitFor();

  const blocks = page.getByRole("region", { name: "Blocks" });
  const rows = blocks.getByRole("group", { name: /^(?:block|charity)/ });
  const before = await rows.count();
  await tabTo(page, blocks.getByRole("button", { name: "Add a block" }));
  await press("Enter");
  await expect.poll(() => rows.count()).toBe(before + 1);
  await rows.last().getByLabel("Where").and(page.locator(":focus")).waitFor();

  await tabTo(page, rows.last().getByRole("button", { name: /^Remove / }));
  await press("Enter");
  await expect.poll(() => rows.count()).toBe(before);
  await rows
    .last()
    .getByRole("button", { name: /^Remove / })
    .and(page.locator(":focus"))
    .waitFor();
  await page.getByText(/^(?:Saved as a draft|As published)$/).waitFor();
}, 60_000);
