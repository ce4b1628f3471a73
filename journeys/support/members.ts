import { expect } from "vitest";
import {
  acceptTermsAsAsked,
  buyer,
  cards,
  fillCard,
  fillPurchaser,
  goToCheckout,
  listEmailsTo,
  newAddress,
  pay,
  payWith,
  visibleButton,
  waitForOrder,
} from "./shop.ts";
import { newVisitor } from "./visitor.ts";

/** A guest joins Harbor with auto-renewal. Returns their e-mail address and member number. */
export const join = async (expiry?: string): Promise<{ readonly email: string; readonly number: string }> => {
  const page = await newVisitor();
  const email = newAddress();
  await page.goto("/harbor/membership");
  await page.getByRole("radio", { name: "Individual" }).check();
  await page.getByLabel("First name").fill(buyer.first);
  await page.getByLabel("Last name").fill(buyer.last);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("checkbox", { name: "Renew this membership automatically" }).check();
  await visibleButton(page, "Add to cart").click();
  await goToCheckout(page);
  await fillPurchaser(page, email);
  if (expiry === undefined) await payWith(page, cards.good);
  else {
    await fillCard(page, cards.good);
    await page.getByLabel("Expiry date").fill(expiry);
    await acceptTermsAsAsked(page);
    await pay(page);
  }
  await waitForOrder(page);
  const numberIn = async (): Promise<string | undefined> =>
    (await listEmailsTo(page, email))
      .map(({ message }) => /Member number ([0-9A-Z]{10})/.exec(message.text)?.[1])
      .find(Boolean);
  await expect.poll(numberIn, { timeout: 15_000 }).toBeDefined();
  return { email, number: (await numberIn()) ?? "" };
};
