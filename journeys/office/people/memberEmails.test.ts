import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { join } from "../../support/members.ts";
import { signInAs } from "../../support/office.ts";
import { buyer, listEmailsTo, newAddress } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

const asSent = { name: "The email as it will be sent" };

test("a manager reads each email of a membership before it is sent, adds a sentence, and leaves one out", async () => {
  const { email, number } = await join();
  const page = await newVisitor({ expectedRefusals: /staff_api\/(?:me|members\/[^/]+\/email)/ });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByLabel("Search", { exact: true }).fill(number);
  await page.getByRole("heading", { name: `${buyer.first} ${buyer.last}`, level: 1 }).waitFor();
  const terms = page.getByRole("region", { name: "Memberships" });
  const dialog = page.getByRole("dialog");
  const textsTo = async (address: string) =>
    (await listEmailsTo(page, address)).map(({ message: { text } }) => text as string);

  await terms.getByRole("button", { name: "Send the card again" }).click();
  const card = dialog.getByRole("group", { name: `Email to ${email}` });
  await card.getByLabel("Add a sentence").fill("Here it is again.");
  await card.locator("summary").click();
  await card.getByRole("region", asSent).getByText("Here it is again.").waitFor();
  expect(await card.getByRole("region", asSent).innerText()).toContain(number);
  expect(await card.getByLabel("Send it").count()).toBe(0);
  await at("the card, before it is sent again");
  await dialog.getByRole("button", { name: `Send to ${email}` }).click();
  await page.getByText("The card is on its way.").waitFor();
  const isSent = async (sentence: string, address = email) =>
    (await textsTo(address)).some((text) => text.includes(sentence));
  await expect.poll(() => isSent("Here it is again."), { timeout: 15_000 }).toBe(true);

  // A preview that fails says so, and stops nothing: what was typed stays, and the change can be made.
  const item = { _code: "unavailable", _description: "Something went wrong.", _extra: {} };
  await page.route(/\/email\?/, (route) => route.fulfill({ status: 422, json: { _data: [item] } }), { times: 1 });
  await terms.getByRole("button", { name: "Replace the number" }).click();
  await page.getByLabel("Why").fill("Lost her purse");
  await dialog.getByText("The text of the email cannot be shown. Something went wrong.").waitFor();
  await at("a preview that failed");
  expect(await page.getByLabel("Why").inputValue()).toBe("Lost her purse");
  await dialog.getByLabel("Add a sentence").fill("We found your purse.");
  await dialog.getByRole("button", { name: `Replace ${number}` }).click();
  await page.getByText("The card has a new number.").waitFor();
  await expect.poll(() => isSent("We found your purse."), { timeout: 15_000 }).toBe(true);

  // Another person gets the card, and the payer hears that the renewal ends.
  const grace = newAddress();
  await terms.getByRole("button", { name: "Change who is on it" }).click();
  await dialog.getByText("The card keeps its number, and no email is sent.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Grace Hopper");
  await dialog.getByLabel("Email address").fill(grace);
  await dialog.getByLabel("This is another person").check();
  await dialog
    .getByRole("group", { name: `Email to ${grace}` })
    .locator("summary")
    .click();
  await dialog.getByRole("group").getByRole("region", asSent).getByText("Welcome, Grace.").waitFor();
  await dialog
    .getByRole("region", { name: `Email to ${email}` })
    .locator("summary")
    .click();
  await at("the emails of a card that goes to another person");
  await dialog.getByLabel("Send it").uncheck();
  await dialog.getByLabel("Why").fill("Passed on to a friend");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Grace Hopper", level: 1 }).waitFor();
  await expect.poll(() => isSent("will not renew"), { timeout: 15_000 }).toBe(true);
  expect(await textsTo(grace)).toEqual([]);
  await page.getByRole("region", { name: "History" }).getByText("not sent").waitFor();
  expect(found).toEqual([]);
});

test("an owner reads the emails of a membership that is given away, and the one with a link to change its level", async () => {
  const page = await newVisitor({ expectedRefusals: /staff_api\/me/ });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Owner at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("button", { name: "Give a membership away" }).click();
  const dialog = page.getByRole("dialog");
  const email = newAddress();
  await dialog.getByLabel("Level").selectOption({ label: "Friend" });
  await dialog.getByLabel("First name").fill("Annie");
  await dialog.getByLabel("Last name").fill("Easley");
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByRole("button", { name: "Show the emails" }).click();
  const emails = dialog.getByRole("group", { name: `Email to ${email}` });
  await emails.getByText("The cards are sent with it:").waitFor();
  await emails.locator("summary").first().click();
  await emails.getByRole("region", asSent).first().waitFor();
  await at("the emails of a membership that is given away");
  expect(await listEmailsTo(page, email)).toEqual([]);
  await dialog.getByLabel("Why").fill("Volunteers every Sunday");
  await dialog.getByRole("button", { name: "Give Friend away" }).click();
  await page.getByRole("heading", { name: "Annie Easley", level: 1 }).waitFor();

  await page.getByRole("button", { name: "Change the level" }).click();
  await dialog.getByLabel("New level").selectOption({ label: "Benefactor" });
  const link = dialog.getByRole("region", { name: "Paid by the holder" });
  await link.locator("summary").click();
  await link.getByRole("region", asSent).getByText("/checkout/…").waitFor();
  await at("the email with a link to change the level");
  expect(found).toEqual([]);
});
