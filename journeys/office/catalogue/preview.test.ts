import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { cards, fillCart, fillPurchaser, newAddress, openShop, payWith, waitForOrder } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

const larkfield = "Larkfield Botanic Garden";
const saved = (page: Page) => page.getByText("Saved as a draft", { exact: true }).waitFor();
const slugOf = (page: Page): string => new URL(page.url()).pathname.split("/")[1] ?? "";

/** Presses a button that opens a preview in a new tab. */
const openPreview = async (page: Page, button: string): Promise<Page> => {
  const [tab] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: button }).click()]);
  await tab.waitForURL(/--p-[a-z2-7]{26}/);
  await tab.getByRole("complementary", { name: "Preview" }).waitFor();
  return tab;
};

const draftTourName = async (page: Page, name: string): Promise<void> => {
  await page.goto("/_office/larkfield/catalogue/event/glasshouse-tour");
  await page.getByRole("tab", { name: "Texts" }).waitFor();
  const field = page.getByLabel("Name", { exact: true }).first();
  await field.fill(name);
  await saved(page);
};

test("a manager previews the drafts on the storefront, buyers do not see them, and the address stops working when the preview ends", async () => {
  const page = await newVisitor({ expectedRefusals: /\/staff_api\/me|--p-/ });
  const { found, at } = collectFindings(page);
  await signInAs(page, `Manager at ${larkfield}`);
  await draftTourName(page, "Palm House Tour");
  await page.goto("/_office/larkfield/catalogue");
  await page.getByRole("link", { name: "Preview", exact: true }).click();
  await page.getByRole("heading", { name: "Preview", level: 1 }).waitFor();
  await at("before there is a preview");
  const tab = await openPreview(page, "Preview the drafts");
  const slug = slugOf(tab);
  expect(slug).toMatch(/^larkfield--p-/);
  expect(await tab.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  await openShop(tab, slug);
  await tab
    .getByRole("link", { name: /Palm House Tour/ })
    .first()
    .waitFor();
  await tab.getByText("Nothing is sold here, and no email is sent.", { exact: false }).waitFor();
  const visitor = await newVisitor();
  await openShop(visitor, "larkfield");
  await visitor
    .getByRole("link", { name: /Glasshouse Tour/ })
    .first()
    .waitFor();
  expect(await visitor.getByText("Palm House Tour").count()).toBe(0);
  await page.getByText(`/${slug}`).waitFor();
  await at("a preview");

  await draftTourName(page, "Fern House Tour");
  await page.goto("/_office/larkfield/catalogue/publish");
  const second = await openPreview(page, "Refresh with the current drafts");
  expect(slugOf(second)).toBe(slug);
  // The server caches the previous list for a moment.
  const isRefreshed = async (): Promise<boolean> => {
    await openShop(second, slug);
    return (await second.getByRole("link", { name: /Fern House Tour/ }).count()) > 0;
  };
  await expect.poll(isRefreshed).toBe(true);
  await at("the drafts with a preview");

  await page.getByRole("button", { name: "End your preview" }).click();
  const dialog = page.getByRole("dialog", { name: "End this preview?" });
  await dialog.getByText(/what was bought in it is deleted/).waitFor();
  await at("ending a preview");
  await dialog.getByRole("button", { name: "End preview" }).click();
  await page.getByRole("button", { name: "Preview the drafts" }).waitFor();
  await expect.poll(async () => (await page.request.get(`/${slug}/events`)).status(), { timeout: 10_000 }).toBe(404);
  expect(found).toEqual([]);
}, 120_000);

test("drafts with errors are not shown, and the first one is named", async () => {
  const page = await newVisitor({ expectedRefusals: /\/staff_api\/(?:me|catalogue\/previews)/ });
  await signInAs(page, `Manager at ${larkfield}`);
  await draftTourName(page, "");
  await page.goto("/_office/larkfield/catalogue/preview");
  await page.getByRole("button", { name: "Preview the drafts" }).click();
  await page.getByText(/The drafts have errors\. Event glasshouse-tour, name:/).waitFor();
  expect(page.context().pages().length).toBe(1);
  await page.goto("/_office/larkfield/catalogue/event/glasshouse-tour");
  const discard = page.getByRole("button", { name: "Discard the draft" });
  await discard.click();
  await discard.waitFor({ state: "detached" });
}, 120_000);

test("the owner makes a test purchase and follows its steps; the list of orders does not have it", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Owner at Kiwa");
  await page.goto("/_office/kiwa/payment-keys");
  await page.getByRole("region", { name: "Test purchase" }).waitFor();
  const tab = await openPreview(page, "Make a test purchase");
  const slug = slugOf(tab);
  const steps = page.getByRole("region", { name: "Test purchase" });
  await steps.getByText("Choose tickets in the preview.", { exact: false }).waitFor();
  await fillCart(tab, { seller: slug, event: "Moonlit Fern Trail", ticket: "Adult", count: 2 });
  const step = (name: string, state: string) => steps.getByRole("listitem").filter({ hasText: name }).getByText(state);
  await step("Tickets held", "Done").waitFor();
  await step("Paid", "Waiting").waitFor();
  const email = newAddress();
  await fillPurchaser(tab, email);
  await payWith(tab, cards.good);
  await waitForOrder(tab);
  await tab.getByRole("complementary", { name: "Preview" }).waitFor();
  await step("Order made", "Done").waitFor();
  await step("Email prepared, and not sent", "Done").waitFor();
  await at("a test purchase");
  await page.goto(`/_office/kiwa/orders?q=${encodeURIComponent(email)}`);
  await page.getByText(`No order matches “${email}”.`, { exact: false }).waitFor();
  expect(found).toEqual([]);
}, 120_000);
