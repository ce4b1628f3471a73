import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { findVisit, offerButton, recordPrinting, tablet, type Visit } from "../../support/counter.ts";
import { countTaps } from "../../support/countTaps.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { listEmailsTo } from "../../support/shop.ts";
import { newVisitor, phone } from "../../support/visitor.ts";

const moreAdults = (page: Page) =>
  page.getByRole("group", { name: "Adult" }).getByRole("button", { name: "More: Adult" });
const totalOf = async (page: Page): Promise<string> =>
  (await page.getByRole("form", { name: "Payment" }).locator("strong").first().textContent()) ?? "";

const openTill = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Till", exact: true }).click();
  await page.getByLabel("Float").fill("100");
  await page.getByRole("button", { name: "Open the till" }).click();
  await page.getByRole("button", { name: "Put cash in" }).waitFor();
};

const chooseTwoAdults = async (page: Page, visit: Visit): Promise<void> => {
  await offerButton(page, visit).click();
  await moreAdults(page).click();
  await moreAdults(page).click();
};

test("box office sells at the counter: cash in four presses, split payment, a lost reply, a refund, and closing the till", async () => {
  const page = await newVisitor({
    expectedRefusals: signedOut,
    expectedErrors: /ERR_FAILED/,
    viewport: tablet,
    hasTouch: true,
  });
  await recordPrinting(page);
  const { found, at } = collectFindings(page, import.meta.filename);
  await signInAs(page, "Box office at Harbor Museum of Art");
  await openTill(page);
  await page.getByRole("button", { name: "Put cash in" }).click();
  await page.getByLabel("Amount").fill("20");
  await page.getByLabel("Why").fill("Coins from the safe");
  await at("put cash in");
  await page.getByRole("button", { name: "Put in $20.00" }).click();
  await page.getByText("Coins from the safe").waitFor();
  await at("till");
  await page.setViewportSize(tablet);

  const visit = await findVisit(page);
  await page.goto(`/_office/harbor/counter?day=${visit.day}`);
  await offerButton(page, visit).waitFor();
  await at("sessions");
  await page.setViewportSize(tablet);
  await page.getByRole("button", { name: "Give tickets away" }).click();
  await page.getByRole("dialog", { name: "Give tickets away" }).waitFor();
  await page.keyboard.press("Escape");
  // Chosen tickets are not discarded without asking.
  await chooseTwoAdults(page, visit);
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "This is not saved yet" });
  await asked.getByText("This sale is lost if you leave now.").waitFor();
  await asked.getByRole("button", { name: "Keep editing" }).click();
  // They stay chosen for another time of the same event.
  const chosen = await totalOf(page);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await offerButton(page, visit).click();
  await expect.poll(() => totalOf(page)).toBe(chosen);
  await page.getByRole("button", { name: "Fewer: Adult" }).click();
  await page.getByRole("button", { name: "Fewer: Adult" }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const { tap, effort } = countTaps();
  await tap(offerButton(page, visit));
  await tap(moreAdults(page));
  await tap(moreAdults(page));
  const total = await totalOf(page);
  await tap(page.getByRole("button", { name: `Cash ${total}` }));
  await page.getByRole("heading", { name: "Sold", level: 1 }).waitFor();
  expect(effort()).toEqual({ taps: 4, typed: 0 });

  // The next sale takes one press, which may also be the Enter key.
  await expect
    .poll(() => page.getByRole("button", { name: "Next sale" }).evaluate((it) => it === document.activeElement))
    .toBe(true);
  // Tickets and receipt are printed automatically, on a roll.
  await page.locator("body[data-printed]").waitFor();
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator("[data-print-sheet]");
  await expect.poll(() => sheet.getByRole("img").count()).toBe(2);
  await expect(sheet.textContent()).resolves.toMatch(/Receipt \d+/);
  expect(((await sheet.boundingBox())?.width ?? 0) / (96 / 25.4)).toBeLessThanOrEqual(80);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await sheet.waitFor({ state: "detached" });
  await at("sold");
  await page.setViewportSize(tablet);
  // A page that is rendered for printing loses the focus.
  await page.getByRole("button", { name: "Next sale" }).press("Enter");

  // A card and cash together, with change; only the cash received has to be entered.
  await chooseTwoAdults(page, visit);
  await page.getByRole("button", { name: "Pay with several means" }).click();
  await page.getByRole("radio", { name: "Card", exact: true }).check({ force: true });
  await page.getByLabel("Amount of this part").fill("20");
  await page.getByLabel("Slip number").fill("0017");
  await page.getByRole("button", { name: "Add $20.00" }).click();
  await page.getByRole("radio", { name: "Cash", exact: true }).check({ force: true });
  await page.getByLabel("Cash received").fill("1");
  await page.getByText(/^Less than \$/).waitFor();
  await expect(page.getByRole("button", { name: /^Cash \$/ }).isDisabled()).resolves.toBe(true);
  await page.getByLabel("Cash received").fill("100");
  await at("several means");
  // Where the system sets the colours, the chosen means is told from the others.
  await page.emulateMedia({ forcedColors: "active" });
  const looks = await page.locator("label:has(> input[name=means])").evaluateAll((labels) =>
    labels.map((label) => ({
      isChosen: label.querySelector("input")?.checked === true,
      look: getComputedStyle(label).backgroundColor,
    })),
  );
  const [chosenLook] = looks.filter(({ isChosen }) => isChosen).map(({ look }) => look);
  expect(looks.filter(({ look }) => look === chosenLook)).toHaveLength(1);
  await page.emulateMedia({ forcedColors: null });
  await page.setViewportSize(tablet);
  await page.getByRole("button", { name: /^Cash \$/ }).click();
  await page.getByText("Change to give").waitFor();
  await page.getByText(/^Card \$20\.00 · Cash \$/).waitFor();
  const address = `counter.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText(`On its way to ${address}.`).waitFor();
  await expect.poll(async () => (await listEmailsTo(page, address)).length).toBe(1);
  await page.getByRole("button", { name: "Next sale" }).click();

  // The server sells, but its reply is lost. Sending it again, even after reloading the page, results in the same sale.
  const leftBefore = await leftOf(page, visit);
  await chooseTwoAdults(page, visit);
  await page.route("**/staff_api/counter_sales*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: /^Cash \$/ }).click();
  await page.getByText("No answer arrived for the last sale").waitFor();
  await at("no answer");
  await page.setViewportSize(tablet);
  await page.unroute("**/staff_api/counter_sales*");
  await page.reload();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Sold", level: 1 }).waitFor();
  const link = page.getByRole("link", { name: /^Order \d+$/ });
  const order = (await link.textContent()) ?? "";
  await page.getByRole("button", { name: "Next sale" }).click();
  await offerButton(page, visit).waitFor();
  await expect.poll(() => leftOf(page, visit)).toBe(leftBefore - 2);

  // A part of it is refunded in cash.
  await page.goto(`/_office/harbor/orders/${order.replace("Order ", "")}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByLabel("Amount").fill("10");
  await page.getByLabel("Reason").fill("A gallery is closed");
  await page.getByRole("button", { name: "Refund $10.00" }).click();
  await page.getByText("The refund can be paid out at a till.").waitFor();
  await page.getByText(/^\$10[.]00 to pay out · /).waitFor();
  // The amounts of a cancellation add up although a part was refunded before.
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByText("Refunded earlier").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Pay it out at the till" }).click();
  await page.getByRole("button", { name: `Pay out $10.00 of ${order.replace("Order", "order")}` }).click();
  await page.getByRole("button", { name: "Pay out $10.00 in cash" }).click();
  await page.getByText("None wait.").waitFor();

  // The expected cash is shown once the till has been counted.
  await page.getByRole("button", { name: "Count and close" }).click();
  await page.getByLabel("$100.00").fill("1");
  await page.getByLabel("$10.00", { exact: true }).fill("1");
  await expect(page.getByText("Expected").count()).resolves.toBe(0);
  await at("count");
  await page.setViewportSize(tablet);
  await page.getByRole("button", { name: "There is $110.00 in it" }).click();
  await page.getByText("Expected").waitFor();
  await page.getByLabel("Why there is a difference").fill("The rest is in the safe");
  await at("difference");
  await page.setViewportSize(tablet);
  await page.getByRole("button", { name: "Close the till" }).click();
  const closed = await page.getByText(/^Closed under number \d+\.$/).textContent();
  const [, number] = /(\d+)/.exec(closed ?? "") ?? [];

  const finance = await newVisitor({ expectedRefusals: signedOut, viewport: phone });
  const { found: foundThere, at: atThere } = collectFindings(finance, import.meta.filename);
  await signInAs(finance, "Finance at Harbor Museum of Art");
  await finance.getByRole("link", { name: "Tills", exact: true }).click();
  const till = finance.getByRole("region", { name: new RegExp(`^${number} ·`) });
  await till.getByRole("row", { name: /^Card elsewhere 1 \$20\.00/ }).waitFor();
  await till.getByRole("row", { name: /^Cash 3 \$\d+\.\d\d \$10\.00$/ }).waitFor();
  await atThere("tills");
  expect([...found, ...foundThere]).toEqual([]);
});

/** The number of tickets left, next to a session's button. */
const leftOf = async (page: Page, visit: Visit): Promise<number> =>
  Number(/(\d+) left/.exec((await offerButton(page, visit).textContent()) ?? "")?.[1]);
