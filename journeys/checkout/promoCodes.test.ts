import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { countOrders } from "../support/database.ts";
import { tabTo } from "../support/accessibility/keyboard.ts";
import {
  addTickets,
  acceptTerms,
  cards,
  fillCard,
  fillCart,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openAllEvents,
  openShop,
  pay,
  reserve,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const twoAdults = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 };
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Apply promo code" });
const amountDue = async (page: Page): Promise<number> =>
  Number((await visibleButton(page, /^Pay /).innerText()).replace(/[^\d.]/g, ""));

test("promo codes at the checkout are refused with reasons, applied and removed", async () => {
  const page = await newVisitor({ expectedRefusals: /apply_code/ });
  const main = page.getByRole("main");
  await fillCart(page, twoAdults);
  const before = await amountDue(page);
  await main.getByRole("button", { name: "Apply promo code" }).click();
  const code = dialogOf(page).getByRole("textbox", { name: "Promo code" });
  const apply = dialogOf(page).getByRole("button", { name: "Apply", exact: true });
  await apply.click();
  await dialogOf(page).getByText("This field is required.").waitFor();
  for (const [given, said] of [
    ["x", "A promo code has at least 2 characters."],
    ["NO-SUCH-CODE", "This code is not valid."],
    ["FIRSTLIGHT", "This code has already been used."],
    ["PIER14SCHOOL", "This code does not apply to anything in your cart."],
  ] as const) {
    await code.fill(given);
    await apply.click();
    await dialogOf(page).getByText(said).waitFor();
  }
  await code.fill(" ferry8 ");
  await apply.click();
  await dialogOf(page).waitFor({ state: "detached" });
  await expect.poll(() => amountDue(page)).toBe(before - 8);
  await main.getByText("−$8.00").waitFor();
  await main.getByRole("button", { name: /^Remove FERRY8$/i }).click();
  await expect.poll(() => amountDue(page)).toBe(before);
});

test("a code is applied in the cart sidebar by keyboard", async () => {
  const page = await newVisitor();
  await openShop(page, "harbor");
  await fillCart(page, twoAdults);
  const before = await amountDue(page);
  await openAllEvents(page, "harbor");
  await openEvent(page, "Museum Admission");
  const cart = page.getByRole("complementary");
  const entry = cart.getByText("Do you have a promo code?");
  await entry.waitFor();
  await tabTo(page, cart.locator("summary"), 120);
  await page.keyboard.press("Enter");
  await tabTo(page, cart.getByRole("textbox", { name: "Promo code" }));
  await page.keyboard.type("FERRY8");
  await page.keyboard.press("Enter");
  await cart.getByText("−$8.00").waitFor();
  await tabTo(page, cart.getByRole("button", { name: /^Remove FERRY8$/i }));
  await tabTo(page, cart.getByRole("link", { name: /^Pay / }));
  await page.keyboard.press("Enter");
  await goToCheckout(page);
  await expect.poll(() => amountDue(page)).toBe(before - 8);
});

test("a pass that requires a code is paid for with one, on a phone", async () => {
  const page = await newVisitor({ viewport: phone, expectedRefusals: /apply_code/ });
  const email = newAddress();
  const main = page.getByRole("main");
  await openShop(page, "harbor");
  await openEvent(page, "Harbor Pass");
  await addTickets(page, "Art school", 1);
  await reserve(page);
  await goToCheckout(page);
  const blocked = main.getByRole("region", { name: "A code is required" });
  await blocked.getByText("Your school has the code.").waitFor();
  await blocked.getByRole("textbox", { name: "Promo code" }).fill("WELCOME");
  await page.keyboard.press("Enter");
  await blocked.getByText("This code is not valid. Please try another one.").waitFor();
  expect(await visibleButton(page, /^Pay /).count()).toBe(0);

  await visibleButton(page, "Enter code").click();
  const dialog = page.getByRole("dialog", { name: "A code is required" });
  await dialog.getByRole("textbox", { name: "Promo code" }).fill("drawnfromlife");
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await blocked.waitFor({ state: "detached" });
  await main.getByRole("button", { name: "Apply promo code" }).click();
  const another = page.getByRole("dialog", { name: "Apply promo code" });
  await another.getByRole("textbox", { name: "Promo code" }).fill("FERRY8");
  await page.keyboard.press("Enter");
  await another.waitFor({ state: "detached" });
  await fillPurchaser(page, email);
  await fillCard(page, cards.good);
  await acceptTerms(page);
  await pay(page);
  await waitForOrder(page);
  // The confirmation shows the same totals as the cart.
  const receipt = main.getByRole("region", { name: /^Order / });
  expect((await receipt.innerText()).replaceAll(/\s+/g, " ")).toContain("$35.00 By ferry −$8.00 Total $27.00");
  expect(await countOrders(email)).toBe(1);
});
