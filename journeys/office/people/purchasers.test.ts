import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a purchaser without a membership is found, has a page with notes, and a note that is written there is at their order", async () => {
  const { email } = await buyOrder(await newVisitor(), {
    seller: "larkfield",
    event: "Garden Entry",
    tickets: { Adult: 1 },
  });
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Box office at Larkfield Botanic Garden");
  const option = page.getByRole("group", { name: "People" }).getByRole("option").filter({ hasText: email });
  // An order can be found about a second after it was placed.
  await expect
    .poll(async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search" }).fill(email);
      await page.getByRole("listbox", { name: "Results" }).and(page.locator("[aria-busy=false]")).waitFor();
      return option.count();
    })
    .toBe(1);
  await option.click();
  const notes = page.getByRole("region", { name: "Notes" });
  const write = notes.getByLabel("New note");
  await write.waitFor();
  await page.getByText(email).first().waitFor();
  await write.fill("Comes with a guide dog");
  const order = page.getByRole("list", { name: "Orders, the newest first" }).getByRole("link", { name: /^Order / });
  await order.click();
  await page.getByRole("dialog", { name: "Your note is not saved" }).getByRole("button", { name: "Stay" }).click();
  await notes.getByRole("button", { name: "Save note" }).click();
  await notes.getByRole("article").getByText("Comes with a guide dog").waitFor();
  await notes.getByRole("button", { name: "Pin", exact: true }).click();
  await notes.getByText("Pinned", { exact: true }).waitFor();
  await at("a purchaser");

  await order.click();
  await page.getByRole("heading", { name: /^Order \d+/, level: 1 }).waitFor();
  await notes.getByText("Comes with a guide dog").waitFor();
  await page.getByRole("link", { name: "All orders and notes of this person" }).click();
  await notes.getByText("Comes with a guide dog").waitFor();
  expect(found).toEqual([]);
});
