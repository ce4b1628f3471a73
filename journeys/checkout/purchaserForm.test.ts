import { expect, test } from "vitest";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";
import { findPurchaser, countOrders } from "../support/database.ts";
import { tabTo } from "../support/accessibility/keyboard.ts";
import {
  acceptTermsAsAsked,
  cards,
  fillCard,
  fillCart,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  pay,
  payWith,
  visibleButton,
} from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

test("a donor in the United Kingdom fills in phone, address and Gift Aid by keyboard", async () => {
  const page = await newVisitor();
  const email = newAddress();
  const announces = (words: string | RegExp) =>
    page.getByRole("status").filter({ hasText: words }).waitFor({ state: "attached" });
  await openShop(page, "larkfield");
  await openEvent(page, "The Planting Fund");
  await page.getByRole("radio", { name: "A tree fern" }).click();
  await visibleButton(page, "Add to basket").click();
  await goToCheckout(page);
  await fillPurchaser(page, email);

  const phone = page.getByLabel("Phone");
  await tabTo(page, phone);
  await page.keyboard.type("12");
  const search = page.getByRole("combobox", { name: "Address" });
  await tabTo(page, search);
  await page.keyboard.type("Foxglove");
  await announces("1 address found");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await announces("8 addresses found");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "2 Foxglove Row", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  const address = page.getByRole("textbox", { name: "Address (optional)", exact: true });
  await address.and(page.locator(":focus")).waitFor();
  expect(await address.inputValue()).toBe("2 Foxglove Row");
  expect(await page.getByLabel("Postcode").inputValue()).toBe("SE99 9ZZ");

  const giftAid = page.getByRole("checkbox", { name: /^I want to Gift Aid my donation to Larkfield Botanic Garden/ });
  await tabTo(page, giftAid);
  expect(await giftAid.isChecked()).toBe(false);
  await page.keyboard.press("Space");
  await fillCard(page, cards.good);
  await acceptTermsAsAsked(page);
  await pay(page);
  await page.getByText("Please enter a valid phone number.").waitFor();
  await phone.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("020 7219 4272");
  await pay(page);
  await waitForOrder(page);

  expect(await findPurchaser(email)).toMatchObject({
    phone: "020 7219 4272",
    address: "2 Foxglove Row",
    city: "London",
    zip_code: "SE99 9ZZ",
    country: "GB",
    gift_aid_eligible: true,
  });
});

test("the captcha is solved in the background, and its answer is not accepted twice", async () => {
  const page = await newVisitor();
  const email = newAddress();
  await fillCart(page, { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 });
  await page.getByText("your browser runs a short check when you pay").waitFor();
  await fillPurchaser(page, email);
  const paid = page.waitForRequest((request) => request.url().includes("/pay?"));
  await payWith(page, cards.good);
  await waitForOrder(page);
  expect(await countOrders(email)).toBe(1);

  const { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token } = (await paid).headers();
  expect(provider).toBe("altcha");
  const again = await page.request.post((await paid).url(), {
    headers: { "x-application": "ecomm", [captchaHeaders.provider]: "altcha", [captchaHeaders.token]: token ?? "" },
    data: [{ gateway_id: "free", amount: "0" }],
  });
  expect(again.status()).toBe(403);
  expect(await again.text()).toContain("captcha_failed");
});
