import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { endMembershipIn } from "../../support/database.ts";
import { giveMembership, join, makeRenewalDue } from "../../support/members.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import {
  buyer,
  cards,
  fillPurchaser,
  goToCheckout,
  listEmailsTo,
  newAddress,
  payWith,
  visibleButton,
  waitForOrder,
} from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

const openByNumber = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel("Search", { exact: true }).fill(number);
  await page.getByRole("heading", { name: `${buyer.first} ${buyer.last}`, level: 1 }).waitFor();
};

test("a manager finds a member by number, replaces it, lengthens the term, cancels the renewal, and ends the membership", async () => {
  const { email, number } = await join();
  const page = await newVisitor({ expectedRefusals: /staff_api\/(?:me|members\/[^/]+\/end\b)/ });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  await page.getByRole("table").getByRole("link").first().waitFor();
  await at("members");

  // A complete member number in any screen's search opens the member, although it also matches their order.
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search", exact: true }).fill(number);
  // A scanner presses Enter at once, before anything is found.
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `${buyer.first} ${buyer.last}`, level: 1 }).waitFor();
  expect(page.url()).toMatch(/\/members\/[0-9a-f-]{36}$/);
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Members" }).click();

  // It does so in the list of members too, and does not stay in the URL.
  await openByNumber(page, number);
  await expect.poll(() => page.url()).not.toContain(number);
  const terms = page.getByRole("region", { name: "Memberships" });
  const renewal = terms.getByRole("region", { name: "Automatic renewal" });
  await renewal.getByText("Renews automatically").waitFor();
  await renewal.getByText(/\$\d+\.\d\d on \d+ \w+ \d{4}/).waitFor();
  await page.getByRole("region", { name: "Emails" }).getByText(email).first().waitFor();
  await at("a member");

  await terms.getByRole("button", { name: "Replace the number" }).click();
  await page.getByLabel("Why").fill("Lost her purse");
  await at("replace the number");
  await page.getByRole("button", { name: `Replace ${number}` }).click();
  await page.getByText("The card has a new number.").waitFor();
  await expect.poll(() => terms.getByText(number, { exact: true }).count()).toBe(0);

  await terms.getByRole("button", { name: "Change who is on it" }).click();
  await page.getByLabel("Name", { exact: true }).fill(buyer.first);
  await page.getByLabel("Why").fill("Her name was misspelt");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByText("Enter a first and a last name.").waitFor();
  await at("who is on the card");
  await page.getByLabel("Name", { exact: true }).fill(`${buyer.first} Byron ${buyer.last}`);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: `${buyer.first} Byron ${buyer.last}`, level: 1 }).waitFor();

  await terms.getByRole("button", { name: "Lengthen" }).click();
  await page.getByLabel("Days").fill("14");
  await page.getByLabel("Why").fill("We were closed for two weeks");
  await at("lengthen");
  await page.getByRole("button", { name: /^Lengthen until \d/ }).click();
  await page.getByText("The term is lengthened.").waitFor();

  await terms.getByRole("button", { name: "Cancel the renewal" }).click();
  await page.getByLabel("Why").fill("Asked on the phone");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the renewal" }).click();
  await renewal.getByText("Cancelled", { exact: true }).waitFor();

  await terms.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("dialog").getByText("Goes back").waitFor();
  await page.getByLabel("Why").fill("Moved away");
  await at("end");
  // As if the refund had become another since it was shown.
  const item = {
    _code: "payment_incorrect_amount",
    _description: "The refund has changed. Please review it.",
    _extra: {},
  };
  await page.route(/\/end\?/, (route) => route.fulfill({ status: 409, json: { _data: [item] } }), { times: 1 });
  const readAgain = page.waitForResponse(/\/end_quote\?/);
  await page.getByRole("button", { name: /^End it, refund \$\d/ }).click();
  await page.getByText("The refund has changed. Please review it.").waitFor();
  expect((await readAgain).status()).toBe(200);
  await page.getByRole("button", { name: /^End it, refund \$\d/ }).click();
  await page.getByText("The membership has ended.").waitFor();
  await terms.getByText("Cancelled", { exact: true }).first().waitFor();
  const history = page.getByRole("region", { name: "History" });
  for (const reason of ["Lost her purse", "We were closed for two weeks", "Asked on the phone", "Moved away"])
    await history.getByText(reason).waitFor();
  await at("a membership that has ended");
  expect(found).toEqual([]);
});

test("box office gives a membership away, and its page opens", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Box office at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("button", { name: "Give a membership away" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Level").selectOption({ label: "Individual" });
  await dialog.getByLabel("First name").fill("Annie");
  await dialog.getByLabel("Last name").fill("Easley");
  await dialog.getByLabel("Email address").fill(newAddress());
  await dialog.getByLabel("Why").fill("Volunteers every Sunday");
  await at("give away");
  await dialog.getByRole("button", { name: "Give Individual away" }).click();
  await page.getByRole("heading", { name: "Annie Easley", level: 1 }).waitFor();
  await page.getByText("Given away", { exact: true }).waitFor();
  await page.getByRole("region", { name: "History" }).getByText("Volunteers every Sunday").waitFor();

  // A note on the person stands at their order too.
  const notes = page.getByRole("region", { name: "Notes" });
  await notes.getByLabel("New note").fill("Prefers letters");
  await notes.getByRole("button", { name: "Save note" }).click();
  await notes.getByRole("article").getByText("Prefers letters").waitFor();
  await notes.getByRole("button", { name: "Pin", exact: true }).click();
  await notes.getByText("Pinned").waitFor();
  await page.getByText("The note is pinned.").waitFor();
  await at("a note on a person");
  await notes.getByRole("link", { name: /^Order \d+/ }).click();
  await page.getByRole("article").getByText("Prefers letters").waitFor();
  expect(found).toEqual([]);
});

test("a manager renews a membership at its end: first by a link, then for cash", async () => {
  const { email, number } = await join();
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await openByNumber(page, number);
  const dialog = page.getByRole("dialog");
  const renew = async (): Promise<void> => {
    await page.getByRole("button", { name: "Renew", exact: true }).click();
    await dialog.getByText("Next term").waitFor();
  };
  await renew();
  await dialog.getByText(/^It can be renewed from \d/).waitFor();
  await at("too early to renew");
  await page.keyboard.press("Escape");

  await endMembershipIn(number, 5);
  await makeRenewalDue(number);
  // The renewal job announces the charge in its next turn, which changes the membership.
  const isAnnounced = async (): Promise<boolean> => {
    await page.reload();
    await page.getByText("Attempts", { exact: true }).waitFor();
    const waits = await page.getByText("Next charge", { exact: true }).or(page.getByText("Not yet")).allTextContents();
    return waits.length === 1 && waits[0] === "Next charge";
  };
  await expect.poll(isAnnounced, { timeout: 60_000 }).toBe(true);
  await renew();
  await dialog.getByText("Without an open till, only gift cards are accepted.").waitFor();
  await dialog.getByText(/^The automatic renewal ends too/).waitFor();
  await at("renew without a till");
  await dialog.getByRole("button", { name: `Send a link to ${email}` }).click();
  await page.getByText(`An email is on its way to ${email}.`).waitFor();
  const isWritten = async () =>
    (await listEmailsTo(page, email)).some(({ message }) => message.text.includes("/harbor/membership/renew"));
  await expect.poll(isWritten, { timeout: 15_000 }).toBe(true);

  await renew();
  await dialog.getByRole("link", { name: "Open a till" }).click();
  await page.getByLabel("Float").fill("0");
  await page.getByRole("button", { name: "Open the till" }).click();
  await page.getByRole("button", { name: "Put cash in" }).waitFor();
  await page.goBack();
  await renew();
  await dialog.getByLabel("Cash received").fill("500");
  await at("renew for cash");
  await dialog.getByRole("button", { name: /^Cash \$/ }).click();
  await page.getByText(/^Renewed with order \d+\. Change: \$/).waitFor();
  const terms = page.getByRole("region", { name: "Memberships" });
  await expect.poll(() => terms.getByRole("article").count()).toBe(2);
  await terms.getByRole("article").last().getByText("Renewed", { exact: true }).first().waitFor();
  await at("a membership that was renewed");
  expect(found).toEqual([]);
});

test("a manager lists the cards to make, downloads them, marks one as sent, and marks it again when it comes back", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  const last = newAddress().replace(/\W/g, "");
  await giveMembership(page, {
    level: "Family",
    first: "Mary",
    last,
    email: newAddress(),
    second: "Paul Jackson",
    reason: "Volunteers every Sunday",
  });
  const name = `Mary ${last}`;
  await page.getByText("Card to make").waitFor();

  await page.getByRole("link", { name: "All members" }).click();
  await page.getByRole("link", { name: "Cards to make" }).click();
  await page.getByRole("heading", { name: "Cards to make", level: 1 }).waitFor();
  await page.getByLabel("Level").selectOption({ label: "Family" });
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  await row.waitFor();
  await at("cards to make");
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/^plastic-cards-harbor-.*\.csv$/);

  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Mark 1 card as sent" }).click();
  await page.getByRole("dialog").getByText("1 card of this list leaves the cards to make").waitFor();
  await at("before cards are marked as sent");
  await page.getByRole("dialog").getByRole("button", { name: "Mark 1 card as sent" }).click();
  await page.getByText("Marked as sent.").waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await page.getByLabel("Cards", { exact: true }).selectOption({ label: "Sent" });
  await page.getByRole("heading", { name: "Cards sent", level: 1 }).waitFor();
  await row.waitFor();
  await at("cards that were sent");
  await row.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Mark the card as returned" }).click();
  await at("a card came back");
  await page.getByRole("button", { name: "Mark as returned" }).click();
  await page.getByText("Card returned", { exact: true }).waitFor();

  // The account's address was wrong.
  await page.getByRole("button", { name: "Correct telephone and address" }).click();
  const correcting = page.getByRole("dialog", { name: "Correct telephone and address" });
  await correcting.getByLabel("Country").selectOption({ label: "United States" });
  await correcting.getByLabel("Address", { exact: true }).fill("1 Pier Road");
  await correcting.getByLabel("City").fill("New York");
  await correcting.getByLabel("Postcode").fill("!!");
  await correcting.getByLabel("State").selectOption({ label: "New York" });
  await correcting.getByLabel("Why").fill("Rang after the card came back");
  await correcting.getByRole("button", { name: "Save" }).click();
  await correcting.getByText("Enter a post code of 4 to 10 letters or digits.").waitFor();
  await at("a wrong post code");
  await correcting.getByLabel("Postcode").fill("10001");
  await correcting.getByRole("button", { name: "Save" }).click();
  await correcting.waitFor({ state: "detached" });
  await page.getByText("10001 New York", { exact: true }).waitFor();
  expect(found).toEqual([]);
});

test("a manager imports members from a file: a wrong line, a duplicate, and the rest", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("link", { name: "Import members" }).click();
  await page.getByRole("heading", { name: "Import members", level: 1 }).waitFor();
  const [first, second] = [newAddress(), newAddress()];
  const until = Temporal.Now.plainDateISO("UTC").add({ years: 1 }).toString();
  const choose = (...lines: readonly string[]): Promise<void> =>
    page.getByLabel("CSV file").setInputFiles({
      name: "members.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Given name,Surname,Email,Level,Ends", ...lines].join("\n")),
    });
  await choose(`Edith,Clarke,${first},Individual,${until}`, `Mary,Jackson,${second},Nobody,${until}`);
  const check = page.getByRole("button", { name: "Check the file" });
  expect(await check.isDisabled()).toBe(true);
  await page.getByLabel("Last day").selectOption({ label: "Ends" });
  await at("columns of a file");
  await check.click();
  await page.getByText("Line 3 has no level 'Nobody'.").waitFor();
  expect(await page.getByRole("button", { name: /^Import \d/ }).count()).toBe(0);
  await at("a wrong line");

  await choose(
    `Edith,Clarke,${first},Individual,${until}`,
    `Mary,Jackson,${second},Individual,${until}`,
    `Edith,Clarke,${first},Individual,${until}`,
  );
  await page.getByLabel("Last day").selectOption({ label: "Ends" });
  await check.click();
  await page.getByText("3 rows can be imported.").waitFor();
  await page.getByText(/^Line 4, Edith Clarke, .* as line 2\.$/).waitFor();
  await at("a file that is right");
  await page.getByRole("button", { name: "Import 2 members" }).click();
  await page.getByRole("button", { name: "Import 2 now" }).first().click();
  await page.getByText("2 of 2 imported").waitFor();
  await at("an import that has ended");

  await page.getByRole("link", { name: "All members" }).click();
  await page.getByLabel("Search", { exact: true }).fill(first);
  // The list from before has the same link.
  await expect.poll(() => page.url()).toContain("q=");
  await expect.poll(() => page.getByRole("link", { name: "Mary Jackson" }).count()).toBe(0);
  // A new member is found once the search job has run.
  const edith = page.getByRole("link", { name: "Edith Clarke" }).first();
  await expect
    .poll(async () => {
      await page.reload();
      return edith.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await edith.click();
  await page.getByRole("heading", { name: "Edith Clarke", level: 1 }).waitFor();
  await page.getByText("In force").first().waitFor();
  expect(found).toEqual([]);
});

test("a manager finds a gift by its giftee, sends its code again, gives it a later end and cancels it", async () => {
  const giver = await newVisitor();
  const giftee = newAddress();
  await giver.goto("/harbor/membership/gift");
  await giver.getByRole("radio", { name: "Individual" }).check();
  await giver.getByLabel("First name").fill("Grace");
  await giver.getByLabel("Last name").fill("Hopper");
  await giver.getByLabel("Email").fill(giftee);
  await visibleButton(giver, "Add to cart").click();
  await giver.getByRole("dialog").getByRole("button", { name: "Shop as a Guest" }).click();
  await goToCheckout(giver);
  await fillPurchaser(giver, newAddress());
  await payWith(giver, cards.good);
  await waitForOrder(giver);

  const page = await newVisitor({ expectedRefusals: /staff_api\/(?:me|gift_memberships\/[^/]+\/end)/ });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("link", { name: "Gift memberships" }).click();
  await page.getByRole("heading", { name: "Gift memberships", level: 1 }).waitFor();
  await page.getByLabel("Search", { exact: true }).fill(giftee);
  const row = page.getByRole("row", { name: giftee });
  await row.getByText("Not redeemed").waitFor();
  await at("gift memberships");

  await row.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("button", { name: `Send to ${giftee}` }).click();
  await page.getByText("The code is on its way.").waitFor();
  const gifts = async () =>
    (await listEmailsTo(page, giftee)).filter(({ message }) => message.text.includes("gift_code=")).length;
  await expect.poll(gifts, { timeout: 15_000 }).toBe(2);

  await row.getByRole("button", { name: "Extend" }).click();
  const end = Temporal.Now.plainDateISO("UTC").add({ years: 4 }).toString();
  const field = page.getByLabel("Last day");
  await field.fill(Temporal.Now.plainDateISO("UTC").add({ years: 40 }).toString());
  await page.getByLabel("Why").fill("She is abroad");
  await page.getByRole("button", { name: /^Extend until \d/ }).click();
  await field.and(page.locator("[aria-invalid]")).waitFor();
  await page.getByRole("dialog").getByText("at most ten years ahead").waitFor();
  await at("an end that is too late");
  await field.fill(end);
  await at("a later end");
  await page.getByRole("button", { name: /^Extend until \d/ }).click();
  await page.getByText("The gift can be redeemed longer.").waitFor();
  await row.getByText(end.slice(0, 4)).waitFor();

  await row.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Why").fill("Bought twice");
  await at("cancel a gift");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the gift" }).click();
  await row.getByText("Cancelled", { exact: true }).waitFor();
  await expect.poll(() => row.getByRole("button").count()).toBe(0);
  expect(found).toEqual([]);
});

test("box office finds a renewal whose card ends before the charge, and writes to its payer", async () => {
  const ends = Temporal.Now.plainDateISO("UTC").add({ months: 3 });
  const expiry = `${String(ends.month).padStart(2, "0")}${String(ends.year).slice(2)}`;
  const { email } = await join(expiry);
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Box office at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("link", { name: "Renewals at risk" }).click();
  await page.getByRole("heading", { name: "Renewals at risk", level: 1 }).waitFor();
  const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: `Write to ${email}` }) });
  // The card is saved by the server after the sale.
  const isListed = async (): Promise<boolean> => {
    await page.reload();
    await page.getByRole("table").or(page.getByText("No automatic renewal has failed")).first().waitFor();
    return (await row.count()) === 1;
  };
  await expect.poll(isListed, { timeout: 60_000, interval: 1000 }).toBe(true);
  await row.getByText("Card expires before the charge").waitFor();
  await at("renewals at risk");
  await row.getByRole("button").click();
  const asked = page.getByRole("dialog", { name: "Write about this renewal?" });
  await asked.getByText(`1 email goes to ${email} now`).waitFor();
  await at("an email about a renewal, before it is sent");
  await asked.getByRole("button", { name: "Send 1 email" }).click();
  await page.getByText(`An email is on its way to ${email}.`).waitFor();
  await row.getByText(/^Written on/).waitFor();
  const written = async () =>
    (await listEmailsTo(page, email)).some(({ message }) => message.subject.includes("your card is expiring"));
  await expect.poll(written, { timeout: 15_000 }).toBe(true);
  expect(found).toEqual([]);
});

test("box office finds members, and can neither end a membership nor lengthen it; a reporter has no members", async () => {
  const { number } = await join();
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Box office at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await openByNumber(page, number);
  await page.getByRole("button", { name: "Send the card again" }).waitFor();
  expect(await page.getByRole("button", { name: "End", exact: true }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Lengthen" }).count()).toBe(0);
  for (const path of ["members/import", "gift-cards/import"]) {
    await page.goto(`/_office/harbor/${path}`);
    await page.getByRole("heading", { name: "Not for your role", level: 1 }).waitFor();
  }

  const reporter = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(reporter, "Reporter at Harbor Museum of Art");
  expect(await reporter.getByRole("link", { name: "Members" }).count()).toBe(0);
  await reporter.goto("/_office/harbor/members");
  await reporter.getByRole("heading", { level: 1 }).waitFor();
  expect(await reporter.getByRole("table").count()).toBe(0);
});
