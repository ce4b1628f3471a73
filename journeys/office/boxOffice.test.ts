import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../support/axe.ts";
import { signedOut, signInAs } from "../support/office.ts";
import { buyOrder } from "../support/orders.ts";
import { listEmailsTo } from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

const orderNumberIn = (url: string): string => /\/orders\/(\d+)/.exec(url)?.[1] ?? "";

/** Opens the search by its key, types and waits for the first result. */
const findByKeyboard = async (page: Page, q: string): Promise<void> => {
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search orders and screens" }).waitFor();
  await page.keyboard.type(q);
};

/** Chooses the last session of the day that has places left. */
const chooseTime = async (page: Page): Promise<void> => {
  const time = page.getByLabel("Time");
  const options = time.locator("option").filter({ hasText: "left" });
  await expect.poll(() => options.count()).toBeGreaterThan(0);
  await time.selectOption((await options.last().getAttribute("value")) ?? "");
};

test("box office finds an order, writes a note, moves a ticket, cancels another with its refund and sends it again", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 2 } });
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Box office at Harbor Museum of Art");
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  await page
    .getByRole("link", { name: /^\d{5,}/ })
    .first()
    .waitFor();
  await at("orders");

  await findByKeyboard(page, email);
  await page.getByRole("option", { name: /Ada/ }).waitFor();
  await at("search");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
  const number = orderNumberIn(page.url());
  await at("order");

  // Its number leads straight to it, from anywhere.
  await page.getByRole("link", { name: "Orders" }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  await findByKeyboard(page, number);
  await page.getByRole("option", { name: new RegExp(number) }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `Order ${number}` }).waitFor();

  await page.getByRole("button", { name: "Save note" }).waitFor();
  await page.keyboard.press("n");
  await page.keyboard.type("Comes with a wheelchair");
  await page.getByRole("link", { name: "Orders" }).click();
  await page.getByRole("dialog", { name: "Your note is not saved" }).waitFor();
  await page.getByRole("button", { name: "Stay" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("article").filter({ hasText: "Comes with a wheelchair" }).waitFor();

  await page.getByRole("checkbox", { name: "Adult" }).first().check();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await chooseTime(page);
  await page.getByLabel("Reason").fill("Train is late");
  await page.getByText("Goes back").waitFor();
  await at("move");
  await page.getByRole("button", { name: "Move 1 ticket" }).click();
  await page.getByText("Moved. The purchaser gets the new tickets.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "moved 1 ticket" }).first().waitFor();

  await page.getByRole("checkbox", { name: "Adult" }).first().check();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByLabel("Reason").fill("Ill");
  await page.getByText("Goes back to Visa ending in 4242").waitFor();
  await at("cancel");
  await page.getByRole("button", { name: /^Cancel 1 ticket, give back/ }).click();
  await page.getByText("Cancelled.", { exact: true }).waitFor();
  await page.getByText("Part refunded").waitFor();
  await at("changed order");

  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText(`On its way to ${email}.`).waitFor();
  const kinds = async () => (await listEmailsTo(buyer, email)).length;
  await expect.poll(kinds).toBeGreaterThanOrEqual(4);
  expect(found).toEqual([]);
});

test("a colleague's change is noticed, and finance gives money back that box office sees", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 1 } });
  const clerk = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(clerk, "Box office at Harbor Museum of Art");
  await clerk.getByRole("searchbox", { name: "Search" }).fill(email);
  const row = clerk.getByRole("row").filter({ hasText: email });
  await row.waitFor();
  await expect.poll(() => new URL(clerk.url()).searchParams.get("q")).toContain("@");
  await row.getByRole("link").click();
  await clerk.getByRole("heading", { name: /^Order \d+$/ }).waitFor();

  const finance = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(finance, "Finance at Harbor Museum of Art");
  await finance.goto(clerk.url());
  await finance.getByRole("button", { name: "Refund", exact: true }).click();
  await finance.getByLabel("Amount").fill("9999");
  await finance.getByText(/^Only .* can still go back/).waitFor();
  await finance.getByLabel("Amount").fill("1");
  await finance.getByLabel("Reason").fill("Cold soup");
  await finance.getByRole("button", { name: /^Give back/ }).click();
  await finance.getByText("The refund is on its way.").waitFor();
  await expect(finance.getByRole("button", { name: "Move", exact: true }).count()).resolves.toBe(0);

  await clerk.getByText("Cold soup").first().waitFor();
});
