import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { searchOrders, signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor, phone } from "../../support/visitor.ts";

const valuesOf = (options: readonly Element[]): string[] =>
  options.map((option) => (option as unknown as { readonly value: string }).value);

test("orders are filtered by session, ticket type, amount, means and channel, and a copied link shows the same list", async () => {
  const { email } = await buyOrder(await newVisitor(), { tickets: { Adult: 2 } });
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: phone });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Box office at Harbor Museum of Art");
  await page.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  // Searches by e-mail address: other journeys may have created a page of newer orders.
  await searchOrders(page, "harbor", email);
  const order = page.getByRole("row").filter({ hasText: email });
  await order.waitFor();

  await page.locator("summary", { hasText: "Filters" }).click();
  await page.getByLabel("Total from").fill("100000");
  await page.keyboard.press("Enter");
  await page.getByText(`No order matches “${email}” with these filters.`).waitFor();
  await page.getByLabel("Total from").fill("1,5");
  await page.keyboard.press("Enter");
  await order.waitFor();
  expect(new URL(page.url()).searchParams.get("min")).toContain("1.5");
  await page.getByLabel("Paid by", { exact: true }).selectOption("Cash");
  await order.waitFor({ state: "detached" });
  await page.getByLabel("Paid by", { exact: true }).selectOption("Card");
  await order.waitFor();
  await page.getByLabel("Paid only by").selectOption("Gift cards");
  await order.waitFor({ state: "detached" });
  await page.getByLabel("Paid only by").selectOption("Cards (test)");
  await order.waitFor();
  await page.getByLabel("Sold by").selectOption({ index: 2 });
  await order.waitFor({ state: "detached" });
  await page.getByLabel("Sold by").selectOption("No staff");
  await order.waitFor();
  await page.getByLabel("Activity to").fill("2020-01-01");
  await order.waitFor({ state: "detached" });
  expect(await page.getByLabel("Activity from").inputValue()).toBe("2020-01-01");
  await page.getByLabel("Activity to").fill("");
  await order.waitFor();
  await page.getByRole("combobox", { name: "Sold", exact: true }).selectOption("At the box office");
  await order.waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Sold", exact: true }).selectOption("Online");
  await order.waitFor();

  const [, day = "", month = "", year = ""] =
    /\w{3}, (\d+) (\w{3}) (\d{4}), \d\d:\d\d/.exec(await order.innerText()) ?? [];
  const visit = new Date(`${day} ${month} ${year} 12:00 UTC`).toISOString().slice(0, 10);
  await page.getByLabel("Event", { exact: true }).selectOption("Museum Admission");
  await page.getByLabel("Visit from").fill(visit);
  const session = page.getByLabel("Session");
  await session.locator("option").nth(2).waitFor({ state: "attached" });
  await session.selectOption({ index: (await session.locator("option").count()) - 1 });
  await order.waitFor({ state: "detached" });
  await session.selectOption({ index: 1 });
  await order.waitFor();

  const type = page.getByLabel("Ticket type");
  const ids = await type
    .locator("option")
    .filter({ hasText: /: Child/ })
    .evaluateAll(valuesOf);
  await type.selectOption(ids[0] ?? "");
  await order.waitFor({ state: "detached" });
  await type.selectOption(
    (
      await type
        .locator("option")
        .filter({ hasText: /: Adult/ })
        .evaluateAll(valuesOf)
    )[0] ?? "",
  );
  await order.waitFor();

  await page.getByLabel("Total to").fill("1.234");
  await page.getByText("An amount such as 12.50.").waitFor();
  await at("filters of orders");
  await page.getByLabel("Total to").fill("");
  const address = page.url();
  await page.goto(address);
  await order.waitFor();
  expect(await page.getByLabel("Total from").inputValue()).toBe("1.5");
  expect(found).toEqual([]);
});
