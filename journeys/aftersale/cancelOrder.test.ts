import { expect, test } from "vitest";
import { testsInTurn } from "../../scripts/testRunner/testsInTurn.ts";
import { tabTo, waitForFocus } from "../support/accessibility/keyboard.ts";
import { buyOrder } from "../support/orders.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const testInTurn = testsInTurn(import.meta.filename);

test("a guest with a phone cancels one of two tickets by the e-mail's link, and then the whole order", async () => {
  const { link } = await buyOrder(await newVisitor({ viewport: phone }), { tickets: { Adult: 2 } });
  const page = await newVisitor({ viewport: phone });
  await page.goto(link);
  const main = page.getByRole("main");
  await main.getByRole("heading", { level: 1, name: "Your order" }).waitFor();
  expect(await main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(2);

  await main.getByRole("button", { name: "Cancel tickets", exact: true }).click();
  await main.getByRole("button", { name: "Cancel selected tickets" }).click();
  await main.getByRole("alert").filter({ hasText: "Please select at least one ticket." }).waitFor();
  await main.getByRole("checkbox", { name: "Adult" }).first().check();
  await main.getByRole("button", { name: "Cancel selected tickets" }).click();
  await main.getByRole("heading", { name: "Cancel 1 ticket?" }).waitFor();
  await main.getByRole("button", { name: /^Cancel 1 ticket, get back \$\d+\.\d\d$/ }).click();
  await main.getByRole("heading", { name: "1 ticket is cancelled" }).waitFor();
  await expect.poll(() => main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(1);
  await main.getByText("1 ticket cancelled").waitFor();

  await main.getByRole("button", { name: "Cancel more tickets" }).click();
  await main.getByRole("button", { name: "Cancel the whole order" }).click();
  await main.getByText("No tickets are left in this order.").waitFor();
  await main.getByRole("button", { name: /^Cancel 1 ticket, get back/ }).click();
  await main.getByText("This order has no tickets left.").waitFor();
  expect(await main.getByRole("img", { name: /^QR code/ }).count()).toBe(0);

  await page.reload();
  await main.getByText("No valid tickets found on this order.").waitFor();
});

testInTurn("a guest cancels a free ticket, and no refund is mentioned", async () => {
  const { link } = await buyOrder(await newVisitor(), { tickets: { Adult: 1, Child: 1 } });
  const page = await newVisitor();
  await page.goto(link);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Cancel tickets", exact: true }).click();
  await main.getByRole("checkbox", { name: "Child" }).check();
  await main.getByRole("button", { name: "Cancel selected tickets" }).click();
  await main.getByText("These tickets were free, so there is nothing to pay back.").waitFor();
  await main.getByRole("button", { name: "Cancel 1 ticket", exact: true }).click();
  await main.getByRole("heading", { name: "1 ticket is cancelled" }).waitFor();
  await main.getByText("1 ticket cancelled").waitFor();
  expect(await main.getByText(/^Refunded to /).count()).toBe(0);
});

testInTurn("a keyboard user cancels a ticket", async () => {
  const { link } = await buyOrder(await newVisitor(), { tickets: { Adult: 1 } });
  const page = await newVisitor();
  await page.goto(link);
  const press = (key: string) => page.keyboard.press(key);
  const button = (name: string | RegExp) => page.getByRole("main").getByRole("button", { name });
  await button(/^Cancel tickets$/).waitFor();
  await tabTo(page, button(/^Cancel tickets$/));
  await press("Enter");
  await waitForFocus(page, "heading", "Which tickets do you want to cancel?");
  await tabTo(page, page.getByRole("checkbox", { name: "Adult" }));
  await press("Space");
  await tabTo(page, button("Cancel selected tickets"));
  await press("Enter");
  await waitForFocus(page, "heading", "Cancel 1 ticket?");
  await tabTo(page, button("Keep my tickets"));
  await press("Enter");
  await button(/^Cancel tickets$/)
    .and(page.locator(":focus"))
    .waitFor();
  await press("Enter");
  await waitForFocus(page, "heading", "Which tickets do you want to cancel?");
  await tabTo(page, button("Cancel the whole order"));
  await press("Enter");
  await waitForFocus(page, "heading", "Cancel 1 ticket?");
  await tabTo(page, button(/^Cancel 1 ticket, get back/));
  await press("Enter");
  await waitForFocus(page, "heading", "1 ticket is cancelled");
});
