import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { completeOrder, holdVisit } from "../../support/heldCart.ts";
import { acceptTermsAsAsked, cards, fillCard, listEmailsTo, newAddress } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

const orderNumberIn = (url: string): string => /\/orders\/(\d+)/.exec(url)?.[1] ?? "";

/** Opens the search with its shortcut, types and waits for the first result. */
const findByKeyboard = async (page: Page, q: string): Promise<void> => {
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search", exact: true }).waitFor();
  await page.keyboard.type(q);
};

/** Chooses the last session of the day with tickets left. */
const chooseTime = async (page: Page, which: "second" | "last" = "last"): Promise<void> => {
  const time = page.getByLabel("Time");
  const options = time.locator("option").filter({ hasText: "left" });
  await expect.poll(() => options.count()).toBeGreaterThan(1);
  const chosen = which === "second" ? options.nth(1) : options.last();
  await time.selectOption((await chosen.getAttribute("value")) ?? "");
};

/** Starts at the dashboard, which is the first screen. */
const openOrders = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
};

test("box office finds an order, writes a note, moves a ticket, cancels another with its refund and sends it again", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 2 } });
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page, import.meta.filename);
  await signInAs(page, "Box office at Harbor Museum of Art");
  await openOrders(page);
  await page
    .getByRole("link", { name: /^\d{5,}/ })
    .first()
    .waitFor();
  await at("orders");

  await findByKeyboard(page, email);
  await page.getByRole("group", { name: "Orders" }).getByRole("option", { name: /Ada/ }).waitFor();
  await at("search");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
  const number = orderNumberIn(page.url());
  await at("order");

  // The order's number leads straight to it, from anywhere.
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  await findByKeyboard(page, number);
  // A scanner presses Enter at once, before anything is found.
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `Order ${number}` }).waitFor();

  await page.getByRole("button", { name: "Save note" }).waitFor();
  await page.keyboard.press("n");
  await page.keyboard.type("Comes with a wheelchair");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
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
  await page.getByRole("button", { name: /^Cancel 1 ticket, refund/ }).click();
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

test("the screen notices a colleague's change, and box office sees a refund by finance", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Adult: 1 } });
  const clerk = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(clerk, "Box office at Harbor Museum of Art");
  await openOrders(clerk);
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
  await finance.getByText(/^Only .* can still be refunded/).waitFor();
  await finance.getByLabel("Amount").fill("1");
  await finance.getByLabel("Reason").fill("Cold soup");
  await finance.getByText(`Email to ${email}`).waitFor();
  await finance.getByRole("button", { name: /^Refund \$/ }).click();
  await finance.getByText("The refund is on its way.").waitFor();
  await expect(finance.getByRole("button", { name: "Move", exact: true }).count()).resolves.toBe(0);

  await clerk.getByText("Cold soup").first().waitFor();
});

/** Opens the screen of an order, found by its buyer. */
const openOrderOf = async (page: Page, email: string): Promise<void> => {
  await openOrders(page);
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
};

test("an add-on is kept when its admission is cancelled, and a refund is issued to the buyer as a gift card", async () => {
  const visitor = await newVisitor();
  const email = newAddress();
  const cart = await holdVisit(visitor, "harbor", [
    { event: "Museum Admission", tickets: { Adult: 1 } },
    { event: "The Late Table", tickets: { "A seat": 1 } },
  ]);
  await completeOrder(visitor, "harbor", cart, { first_name: "Ada", last_name: "Lovelace", email });
  const clerk = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(clerk, import.meta.filename);
  await signInAs(clerk, "Box office at Harbor Museum of Art");
  await openOrderOf(clerk, email);

  await clerk.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = clerk.getByRole("dialog", { name: "Refund without cancelling" });
  await refund.getByLabel("Amount").fill("2.50");
  await refund.getByLabel("Refund to").selectOption("A new gift card");
  await refund.getByText(`Its number is emailed to ${email}.`).waitFor();
  await refund.getByLabel("Reason").fill("Cold soup");
  await at("refund as a gift card");
  await refund.getByRole("button", { name: /^Issue a gift card of/ }).click();
  await clerk.getByText("The gift card is issued.").waitFor();
  await clerk.getByText("Given as gift cards").waitFor();
  await clerk
    .getByText(/^Refund of .* to gift card …/)
    .first()
    .waitFor();
  const subjects = async () => (await listEmailsTo(visitor, email)).map(({ message }) => message.subject.toLowerCase());
  await expect.poll(async () => (await subjects()).some((subject) => subject.includes("gift card"))).toBe(true);

  await clerk.getByRole("checkbox", { name: "Adult" }).check();
  await clerk.getByRole("button", { name: "Cancel", exact: true }).click();
  const cancel = clerk.getByRole("dialog", { name: "Cancel 2 tickets" });
  await cancel.getByRole("radio", { name: "Cancel with them" }).waitFor();
  await cancel.getByText("1 ticket belongs to these: A seat (The Late Table)").waitFor();
  await clerk.getByRole("radio", { name: /^Keep them/ }).check();
  const single = clerk.getByRole("dialog", { name: "Cancel 1 ticket" });
  await single.getByLabel("Reason").fill("Comes for the table alone");
  await at("cancel without the add-on");
  await single.getByRole("button", { name: /^Cancel 1 ticket, refund/ }).click();
  await clerk.getByText("Cancelled.", { exact: true }).waitFor();
  await clerk.getByText("add ons that stay: 1").waitFor();
  await clerk.getByRole("checkbox", { name: "A seat" }).waitFor();
  expect(found).toEqual([]);
});

test("box office exchanges a ticket for a dearer one that its buyer pays by a link, and it is noticed", async () => {
  const buyer = await newVisitor();
  const { email } = await buyOrder(buyer, { tickets: { Student: 1, Adult: 1 } });
  const clerk = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(clerk, import.meta.filename);
  await signInAs(clerk, "Box office at Harbor Museum of Art");
  await openOrders(clerk);
  await clerk.getByRole("searchbox", { name: "Search" }).fill(email);
  await clerk.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await clerk.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
  await clerk.getByRole("checkbox", { name: "Student" }).check();
  await clerk.getByRole("button", { name: "Move", exact: true }).click();
  // Evenings cost less on some days.
  await chooseTime(clerk, "second");
  const type = clerk.getByLabel("Ticket type");
  await type.selectOption(
    (await type
      .locator("option")
      .filter({ hasText: /^Adult/ })
      .getAttribute("value")) ?? "",
  );
  await clerk.getByText("Difference").first().waitFor();
  await clerk.getByLabel("Reason").fill("Lost the student card");
  await clerk.getByText(`Email to ${email}`).waitFor();
  await at("dearer move");
  await clerk.getByRole("button", { name: "Send link and hold 30 min" }).click();
  await clerk.getByText("is still to be paid by the link").waitFor();
  await at("offer");

  const link = async (): Promise<string | undefined> =>
    (await listEmailsTo(buyer, email))
      .map(({ message }) => /https?:\/\/\S+\/confirm\?token=[\w-]+/.exec(message.text)?.[0])
      .find(Boolean);
  await expect.poll(link).toBeDefined();
  const payer = await newVisitor();
  const review = collectFindings(payer, import.meta.filename);
  await payer.goto((await link()) ?? "");
  await payer.getByRole("button", { name: /^Confirm and pay \$/ }).waitFor();
  await review.at("review of the offer");
  await fillCard(payer, cards.good);
  await acceptTermsAsAsked(payer);
  await payer.getByRole("button", { name: /^Confirm and pay \$/ }).click();
  await payer.getByRole("heading", { level: 1, name: "Your order" }).waitFor();
  await payer.getByText("Paid for a change").waitFor();
  expect(review.found).toEqual([]);

  await clerk.getByText("is still to be paid by the link").waitFor({ state: "detached" });
  await clerk.getByRole("listitem").filter({ hasText: "Lost the student card" }).first().waitFor();
  expect(found).toEqual([]);
});

/** A Saturday within the next two weeks, in New York's time zone. */
const nextSaturday = (): string => {
  const today = Temporal.Now.zonedDateTimeISO("America/New_York").toPlainDate();
  return today.add({ days: ((6 - today.dayOfWeek + 7) % 7) + 7 }).toString();
};

test("box office gives tickets away and corrects the name on them", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page, import.meta.filename);
  await signInAs(page, "Box office at Harbor Museum of Art");
  await openOrders(page);
  await page.getByRole("button", { name: "Give tickets away" }).click();
  const dialog = page.getByRole("dialog", { name: "Give tickets away" });
  await dialog.getByLabel("Event").selectOption({ label: "Highlights Tour" });
  await dialog.getByLabel("Day").fill(nextSaturday());
  await chooseTime(page);
  await dialog.getByLabel("Place", { exact: true }).fill("2");
  await dialog.getByLabel("First name").fill("Grace");
  await dialog.getByLabel("Last name").fill("Hopper");
  await dialog.getByLabel("Email address").fill("grace@comp.example");
  const sentence = "Enjoy the preview with the director.";
  await dialog.getByLabel("Add a sentence").fill(sentence);
  await dialog.getByLabel("Reason").fill("Press");
  await at("comp");
  await dialog.getByRole("button", { name: "Show the email" }).click();
  await dialog.locator("summary").click();
  await dialog.getByRole("region", { name: "The email as it will be sent" }).getByText(sentence).waitFor();
  await at("comp with its email");
  await dialog.getByRole("button", { name: "Give 2 tickets away" }).click();
  await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
  await page.getByText("Nothing was paid for this order.").waitFor();
  await at("comp order");

  await page.getByRole("button", { name: "Names" }).click();
  const names = page.getByRole("dialog", { name: "Correct names on tickets" });
  await expect(names.getByLabel("Name").first().inputValue()).resolves.toBe("Grace Hopper");
  await names.getByLabel("Name").first().fill("Ada Lovelace");
  await at("names");
  await names.getByRole("button", { name: "Save" }).click();
  await page.getByText("Corrected. The purchaser gets the tickets again.").waitFor();
  await page.getByRole("checkbox", { name: /Ada Lovelace/ }).waitFor();
  await page.getByRole("checkbox", { name: /Grace Hopper/ }).waitFor();
  expect(found).toEqual([]);
});
