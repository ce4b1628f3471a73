import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility/expectAccessible.ts";
import { newAddress } from "../support/shop.ts";
import { buyOrder, linkInEmail } from "../support/orders.ts";
import { newVisitor, phone } from "../support/visitor.ts";

test("a guest with a phone sends a ticket to a friend, who opens it, and takes it back", async () => {
  const page = await newVisitor({ viewport: phone });
  await page.goto((await buyOrder(await newVisitor({ viewport: phone }), { tickets: { Adult: 2 } })).link);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Send tickets", exact: true }).click();
  await main.getByRole("button", { name: "Send", exact: true }).click();
  await main.getByText("Please select at least one ticket.").waitFor();
  await expectAccessible(page);
  const friend = newAddress();
  await main.getByRole("checkbox", { name: "Adult" }).first().check();
  await main.getByRole("textbox", { name: "Their email address" }).fill(friend);
  await main.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await main.getByRole("button", { name: "Send 1 ticket" }).click();
  await main.getByText(`1 ticket is on its way to ${friend}.`).waitFor();
  await main.getByText("1 ticket sent on").waitFor();
  await expect.poll(() => main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(1);
  await expectAccessible(page);

  const other = await newVisitor({ viewport: phone });
  await other.goto(await linkInEmail(other, friend, "tickets"));
  const theirs = other.getByRole("main");
  await theirs.getByRole("heading", { level: 1, name: "Ada has sent you a ticket" }).waitFor();
  const code = theirs.getByRole("img", { name: "QR code of ticket 1" });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(other);

  await main.getByRole("button", { name: /^Take back: Museum Admission, Adult/ }).click();
  await main.getByText("The ticket is yours again.").waitFor();
  await expect.poll(() => main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(2);
  await other.reload();
  await theirs.getByRole("heading", { level: 1, name: "This ticket is no longer valid" }).waitFor();
});
