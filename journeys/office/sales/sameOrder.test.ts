import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { searchOrders, signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

const opensOrder = async (page: Page, email: string): Promise<void> => {
  await searchOrders(page, "harbor", email);
  await page.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await page.getByRole("heading", { name: /^Order \d+$/, level: 1 }).waitFor();
};

/** Chooses the first ticket and opens the dialog that cancels it. */
const opensCancel = async (page: Page): Promise<void> => {
  await page.getByRole("region", { name: "Tickets (2)" }).getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("dialog", { name: "Cancel 1 ticket" }).getByLabel("Reason").fill("Ill");
};
const cancels = (page: Page): Promise<void> => page.getByRole("button", { name: /^Cancel 1 ticket, refund/ }).click();

const gone = (page: Page) => page.getByRole("dialog", { name: "These tickets have changed" });
const left = (page: Page) => page.getByRole("region", { name: "Tickets (1)" });

test("a dialog does not turn to another ticket if a colleague cancels the chosen one meanwhile", async () => {
  const { email } = await buyOrder(await newVisitor(), { tickets: { Adult: 2 } });
  const clerk = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(clerk, "Box office at Harbor Museum of Art");
  await opensOrder(clerk, email);
  const path = new URL(clerk.url()).pathname;
  await opensCancel(clerk);
  const chosen = await clerk.evaluate(async (number) => {
    const reply = await fetch(`/staff_api/orders/${number}?_seller=harbor`, { headers: { "x-application": "office" } });
    return ((await reply.json()) as { tickets: { id: string }[] }).tickets[0]?.id ?? "";
  }, path.split("/").at(-1));

  const colleague = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(colleague, "Manager at Harbor Museum of Art");
  await opensOrder(colleague, email);
  await opensCancel(colleague);
  await cancels(colleague);
  await left(colleague).waitFor();

  await gone(clerk).waitFor();
  await gone(clerk).getByRole("button", { name: "Show the order" }).click();
  await left(clerk).waitFor();

  // Neither does a link that was prepared for it.
  await clerk.goto(`${path}?do=cancel&tickets=${chosen}`);
  await gone(clerk).waitFor();
});

test("a cancellation whose answer was lost is not offered again for other tickets", async () => {
  const { email } = await buyOrder(await newVisitor(), { tickets: { Adult: 2 } });
  const page = await newVisitor({ expectedRefusals: signedOut, expectedErrors: /ERR_FAILED/ });
  await signInAs(page, "Box office at Harbor Museum of Art");
  await opensOrder(page, email);
  await opensCancel(page);
  await page.route("**/staff_api/orders/*/cancel?*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await cancels(page);
  await gone(page).waitFor();
  await gone(page).getByRole("button", { name: "Show the order" }).click();
  await left(page).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});
