import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshTotpCode } from "../../../apps/server/test/office/totp.ts";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { countTaps } from "../../support/countTaps.ts";
import { signedOut } from "../../support/office.ts";
import { runFoyer } from "../../support/runFoyer.ts";
import {
  acceptTermsAsAsked,
  cards,
  fillCard,
  fillCart,
  fillPurchaser,
  listEmailsTo,
  newAddress,
  pay,
  payWith,
  waitForOrder,
} from "../../support/shop.ts";
import { desktop, newVisitor } from "../../support/visitor.ts";

const invitation = /\/_office\/invitation#[\w-]{43}/;

/** An operator with a second factor, on the list of sellers. */
const newOperator = async (): Promise<Page> => {
  const printed = await runFoyer(["staff", "invite", `operator${Date.now()}@staff.example`, "--operator"]);
  const page = await newVisitor({ expectedRefusals: /\/staff_api\/(?:me|operator)/, viewport: desktop });
  await page.goto(invitation.exec(printed)?.[0] ?? "");
  await page.getByLabel("Your name").fill("Oda Operator");
  await page.getByLabel("Password").fill("a long walk by the quay");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Type the secret instead").click();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill(await freshTotpCode(secret, -1));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();
  return page;
};

test("a new seller gets an owner, a brand and an event with sessions and prices, and is previewed and published, by clicking alone", async () => {
  const { tap, type, effort } = countTaps();
  const screens = new Set<string>();
  const count = (page: Page): void =>
    void page.on("framenavigated", (frame) => frame === page.mainFrame() && screens.add(new URL(frame.url()).pathname));
  const slug = `south${Date.now()}`;
  const email = `owner-${slug}@staff.example`;
  const operator = await newOperator();
  count(operator);
  const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });
  await tap(button(operator, "New seller"));
  await type(operator.getByLabel("Name"), "South Pier");
  await type(operator.getByLabel("Address"), slug);
  await type(operator.getByLabel("Currency"), "gbp");
  await tap(button(operator, "Create the seller"));
  await operator.getByText("South Pier was created.").waitFor();
  await type(operator.getByLabel("Find a seller"), slug);
  // The list is filtered first, or the button would move away while it is pressed.
  await expect.poll(() => operator.getByRole("list", { name: "Sellers" }).getByRole("listitem").count()).toBe(1);
  await tap(button(operator, "Invite an owner of South Pier"));
  await type(operator.getByLabel("Email address"), email);
  await tap(button(operator, "Send the invitation"));
  await operator.getByText("Owner invited").waitFor();

  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  count(page);
  const { found, at } = collectFindings(page);
  const [mail] = await listEmailsTo(page, email);
  await page.goto(invitation.exec(JSON.stringify(mail))?.[0] ?? "");
  await type(page.getByLabel("Your name"), "Sam South");
  await type(page.getByLabel("Password"), "a slow ferry at dawn");
  await tap(button(page, "Continue"));
  await tap(button(page, "Later"));
  const opening = page.getByRole("region", { name: "Before you open" });
  await opening.getByText("0 of 5 done.").waitFor();
  const saved = () => page.getByText("Saved as a draft", { exact: true }).waitFor();
  const link = (name: string) => page.getByRole("link", { name, exact: true });

  // Sets the brand.
  await tap(opening.getByRole("link", { name: "Choose colours, typefaces and a logo" }));
  await type(page.getByRole("textbox", { name: "Brand", exact: true }), "#1b5e3f");
  await saved();
  await tap(link("Pages"));
  await tap(page.getByRole("tab", { name: "Terms" }));
  await type(page.getByRole("textbox", { name: "Terms", exact: true }), "<p>Tickets are for the day they name.</p>");
  await type(page.getByLabel("Version"), "1");
  await saved();
  // Creates the first event, with its week and prices.
  await tap(link("Catalogue"));
  await tap(button(page, "New event"));
  await type(page.getByLabel("Name", { exact: true }), "Pier Walk");
  await tap(button(page, "Create event"));
  await page.getByRole("heading", { name: "Pier Walk", level: 1 }).waitFor();
  await tap(page.getByRole("tab", { name: "Groups & prices" }));
  await type(page.getByLabel("Price", { exact: true }), "12");
  await tap(page.getByRole("tab", { name: "Sessions" }));
  await tap(button(page, "Add a weekly schedule"));
  const week = page.getByRole("group", { name: "Week times 1" });
  await tap(week.getByRole("button", { name: "Monday" }));
  await week.getByText("7 starts a day, the last at 16:00.").waitFor();
  await saved();
  await at("the first event");
  await page.setViewportSize(desktop);

  // Tries it before anyone can buy, with the drafts and a test card.
  await tap(link("Payment keys"));
  const [tab] = await Promise.all([page.waitForEvent("popup"), tap(button(page, "Make a test purchase"))]);
  await tab.waitForURL(/--p-[a-z2-7]{26}/);
  const preview = new URL(tab.url()).pathname.split("/")[1] ?? "";
  await fillCart(tab, { seller: preview, event: "Pier Walk", ticket: "Adult", count: 2 });
  await fillPurchaser(tab, newAddress());
  await payWith(tab, cards.good);
  await waitForOrder(tab);
  const steps = page.getByRole("region", { name: "Test purchase" });
  await steps.getByRole("listitem").filter({ hasText: "Order made" }).getByText("Done").waitFor();

  const publish = async (revision: RegExp): Promise<void> => {
    await tap(link("Catalogue"));
    await tap(page.getByRole("link", { name: /^Publish \d+ drafts? …$/ }));
    await tap(button(page, /^Publish \d+ drafts?$/));
    await page.getByText(revision).waitFor();
  };
  await publish(/Revision 1 is published/);
  await tap(link("Board"));
  await at("the board of a seller that has opened");
  // Counts what a person has to press and type, and the screens that they see, the list of sellers among them.
  expect({ ...effort(), screens: screens.size }).toEqual({ taps: 22, typed: 12, screens: 11 });

  // The shop is open once the server has read the seller again.
  const buyer = await newVisitor({ expectedRefusals: /\/purchaser\?/ });
  const showsTerms = async (words: string): Promise<void> => {
    const isShown = async () => (await (await buyer.request.get(`/${slug}/terms`)).text()).includes(words);
    await expect.poll(isShown, { timeout: 15_000 }).toBe(true);
  };
  await showsTerms("Tickets are for the day they name.");
  await fillCart(buyer, { seller: slug, event: "Pier Walk", ticket: "Adult", count: 1 });
  await fillPurchaser(buyer, newAddress());
  await fillCard(buyer, cards.good);
  await acceptTermsAsAsked(buyer);

  // The terms change while the buyer reads: the new ones are shown, and what was typed is kept.
  const openTerms = async (): Promise<void> => {
    await link("Pages").click();
    await page.getByRole("tab", { name: "Terms" }).click();
  };
  await openTerms();
  await page.getByLabel("Version").fill("2");
  // If it is left before it is saved, the next screen shows it as soon as it is.
  await link("Catalogue").click();
  await page.getByRole("link", { name: "Publish 1 draft …" }).waitFor();
  await openTerms();
  const isSaved = page.waitForResponse(
    (reply) =>
      reply.url().includes("/catalogue/draft?") && reply.request().postData()?.includes("hour they name") === true,
  );
  await page.getByRole("textbox", { name: "Terms", exact: true }).fill("<p>Tickets are for the hour they name.</p>");
  await isSaved;
  await publish(/Revision 2 is published/);
  await showsTerms("Tickets are for the hour they name.");
  await pay(buyer);
  await buyer.getByText("The terms and conditions have changed since you opened this page.").waitFor();
  await acceptTermsAsAsked(buyer);
  await pay(buyer);
  await waitForOrder(buyer);
  expect(found).toEqual([]);
}, 180_000);
