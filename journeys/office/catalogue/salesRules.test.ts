import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("rules for changes show example amounts while they are typed; limits and the checkout explain their options", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Sales rules" }).click();
  const examples = page.getByRole("region", { name: "Examples" });
  const saved = () => page.getByText("Saved as a draft", { exact: true }).waitFor();
  const cancelFee = page.getByRole("group", { name: "Kept when a ticket is cancelled" });
  const changeFee = page.getByRole("group", { name: "Kept when a ticket is moved or exchanged" });
  const everything = page.getByRole("group", { name: "What buyers can do themselves" });

  const online = page.getByLabel("Buyers change their orders online");
  await online.uncheck({ force: true });
  await examples.getByText(/^Buyers cannot change the order online/).waitFor();
  await online.check({ force: true });
  await page.getByLabel("Also without a login").uncheck({ force: true });
  await examples.getByText("Members change it after they log in. Guests contact the venue.").waitFor();
  for (const box of await everything.getByRole("checkbox").all()) await box.check({ force: true });
  await page.getByLabel("Refunds go").selectOption("To the original payment");
  await cancelFee.getByLabel("Per ticket").fill("3");
  await cancelFee.getByLabel("Plus a percentage of its price, %").fill("12.5");
  await examples.getByText(/^Cancelled: £11\.00 is kept, £29\.00 goes back to the card\.$/).waitFor();
  await changeFee.getByLabel("Per ticket").fill("1.50");
  await changeFee.getByLabel("Plus a percentage of its price, %").fill("");
  await examples.getByText("Moved to a session at £25.00: £3.00 is kept, £13.00 is to be paid.").waitFor();
  await cancelFee.getByLabel("Plus a percentage of its price, %").fill("101");
  await examples.getByText("The examples appear once every field is valid.").waitFor();
  await cancelFee
    .getByText(/must be|at most|too/i)
    .first()
    .waitFor();
  await cancelFee.getByLabel("Plus a percentage of its price, %").fill("10");
  await saved();
  await at("rules after the sale");

  await page.getByRole("tab", { name: "Limits of box office" }).click();
  await page.getByLabel("Of one order").fill("50");
  await examples.getByText("A refund of £30.00 is given.").waitFor();
  await examples.getByText("Another £30.00 of the same order is refused: £20.00 is left for the order.").waitFor();
  await page.getByRole("group", { name: "Tickets given away" }).getByLabel("By one person on a day").fill("4");
  await examples.getByText("A person who gave away 4 tickets today cannot give away more.").waitFor();
  await at("limits of box office");

  await page.getByRole("tab", { name: "Sign-ins" }).click();
  await page.getByLabel("At a till").fill("10");
  await page.getByText("One thing is wrong").waitFor();
  await page.getByLabel("At a till").fill("90");
  await page.getByText("One thing is wrong").waitFor({ state: "hidden" });
  await page.getByText("At an open till, staff are signed out after 1 hour 30 minutes.").waitFor();
  await page.getByText("On a paired device, staff are signed out after 12 hours.").waitFor();
  await saved();
  await at("sign-ins");

  await page.getByRole("tab", { name: "Checkout & login" }).click();
  await page.getByLabel("Members log in").selectOption("Not at all");
  await page.getByText("There is no login: everybody buys as a guest, and nobody gets member prices.").waitFor();
  await page.getByLabel("Visitors who are not logged in").selectOption("Solve Turnstile");
  await page.getByLabel("Site key").fill("0x4AAA");
  await page.getByLabel("An address without orders").selectOption("Gets the same answer as one with orders");
  await page.getByLabel("Minutes that a cart holds its tickets").fill("500");
  await page.getByText("One thing is wrong").waitFor();
  await page.getByLabel("Minutes that a cart holds its tickets").fill("15");
  await page.getByText("One thing is wrong").waitFor({ state: "hidden" });
  await saved();
  await at("checkout and login");

  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.locator("tbody a").first().click();
  await page.getByRole("tab", { name: "After the sale" }).click();
  await examples.getByText(/^Cancelled: £10\.00 is kept, £30\.00 goes back to the card\.$/).waitFor();
  await cancelFee.getByLabel("Per ticket").fill("0");
  await examples.getByText(/^Cancelled: nothing is kept, £40\.00 goes back to the card\.$/).waitFor();
  await saved();
  await at("rules of an event");
  for (const chapter of ["the event", "the seller"]) {
    if (chapter === "the seller") await page.getByRole("link", { name: "Sales rules" }).click();
    await page.getByRole("button", { name: "Discard the draft" }).click();
    await page.getByText("The draft is discarded.").waitFor();
  }
  expect(found).toEqual([]);
}, 180_000);
