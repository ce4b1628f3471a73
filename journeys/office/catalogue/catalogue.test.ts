import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { holdTickets } from "../../support/heldCart.ts";
import { bringBack, publishDrafts, signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

const kiwa = "Kiwa Night Zoo";
const feeding = {
  seller: "kiwa",
  event: "Feeding the Ruru",
  tickets: { Adult: 2 },
  day: (days: readonly string[]) => days[0],
};
const saved = (page: Page) => page.getByText("Saved as a draft", { exact: true }).waitFor();

const openEvent = async (page: Page, name: string): Promise<void> => {
  await page.goto("/_office/kiwa/catalogue");
  await page.getByRole("heading", { name: "Catalogue", level: 1 }).waitFor();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("tab", { name: "Texts" }).waitFor();
};

test("a price is changed while carts are open: the manager sees how many keep the old price, and they keep it", async () => {
  const buyer = await newVisitor();
  await buyer.goto("/kiwa/");
  const held = await holdTickets(buyer, feeding);

  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, `Manager at ${kiwa}`);
  await openEvent(page, "Feeding the Ruru");
  await at("texts of an event");
  await page.getByRole("tab", { name: "Groups & prices" }).click();
  const price = page.getByRole("group", { name: "Adult" }).getByLabel("Price", { exact: true });
  await price.fill("41.333");
  await page
    .getByText(/has more decimal places than NZD/)
    .first()
    .waitFor();
  await price.fill("41");
  await page.getByText("1 cart keeps NZD 38.").waitFor();
  await saved(page);
  await at("groups and prices");
  await page.getByRole("link", { name: "Publish …" }).click();
  const effects = page.getByRole("region", { name: "What will happen" });
  await effects.getByText(/ticket type changed/).waitFor();
  await effects.getByText(/1 keeps the old price/).waitFor();
  await effects.getByText(/: price 38\.00 → 41\.00$/).waitFor();
  await at("plan");
  await page.getByLabel("Note").fill("Winter");
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();
  await at("events");

  const { body } = await buyer.request
    .get(`/api/my/cart/${held.id}`, { params: { _seller: "kiwa" } })
    .then(async (response) => ({
      body: (await response.json()) as { cart: { _data: { outstanding_balance: string }[] } },
    }));
  expect(body.cart._data[0]?.outstanding_balance).toBe(held.outstanding_balance);
  const later = await newVisitor();
  await later.goto("/kiwa/");
  const next = await holdTickets(later, feeding);
  expect(Number(next.outstanding_balance) - Number(held.outstanding_balance)).toBe(6);

  await page.getByRole("link", { name: "History" }).click();
  await page
    .getByRole("link", { name: /^What revision \d+ changed$/ })
    .first()
    .click();
  const row = page.getByRole("row").filter({ hasText: "price" });
  await row.getByText("41", { exact: true }).waitFor();
  await at("two revisions compared");
  await bringBack(page);
  await page.getByText(/is as it was in revision/).waitFor();
  // Undo restores what was published before, and can itself be undone.
  const [answer] = await Promise.all([
    page.waitForResponse(/\/staff_api\/catalogue\/restore/),
    page.getByRole("button", { name: "Undo" }).click(),
  ]);
  expect(answer.status()).toBe(200);
  const undone = await newVisitor();
  await undone.goto("/kiwa/");
  expect((await holdTickets(undone, feeding)).outstanding_balance).toBe(next.outstanding_balance);
  await bringBack(page);
  await page.getByText(/is as it was in revision/).waitFor();
  await page.goto("about:blank");
  const last = await newVisitor();
  await last.goto("/kiwa/");
  expect((await holdTickets(last, feeding)).outstanding_balance).toBe(held.outstanding_balance);
  expect(found).toEqual([]);
}, 120_000);

test("two managers edit one event: each keeps the other's fields, and they are asked about the one that both changed", async () => {
  const [one, other] = [await newVisitor({ expectedRefusals: /./ }), await newVisitor({ expectedRefusals: /./ })];
  const { found, at } = collectFindings(other);
  await signInAs(one, `Manager at ${kiwa}`);
  await signInAs(other, `Owner at ${kiwa}`);
  for (const page of [one, other]) await openEvent(page, "Sleepover");
  await one.getByLabel("Subtitle").fill("With the kiwi");
  await saved(one);
  await other.getByLabel("Category").fill("Overnight");
  await saved(other);
  await expect.poll(() => other.getByLabel("Subtitle").inputValue()).toBe("With the kiwi");

  await one.getByLabel("Name", { exact: true }).fill("Sleepover, mine");
  const dialog = one.getByRole("dialog", { name: "A colleague changed the same fields" });
  await expect.poll(() => one.getByLabel("Category").inputValue()).toBe("Overnight");
  await saved(one);
  await other.getByLabel("Name", { exact: true }).fill("Sleepover, theirs");
  const asked = other.getByRole("dialog", { name: "A colleague changed the same fields" });
  await asked.getByText("Sleepover, mine").waitFor();
  await at("a field that both changed");
  await asked.getByRole("radio", { name: /^Mine/ }).check();
  await asked.getByRole("button", { name: "Continue with these" }).click();
  await saved(other);
  expect(await dialog.isVisible()).toBe(false);
  await other.getByRole("button", { name: "Discard the draft" }).click();
  await other.getByText("The draft is discarded.").waitFor();
  await expect.poll(() => other.getByLabel("Name", { exact: true }).inputValue()).toBe("Sleepover");
  expect(found).toEqual([]);
}, 120_000);

test("groups and messages of an event are sorted by keyboard, and another browser shows the draft", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, `Manager at ${kiwa}`);
  await openEvent(page, "Night Walk");
  await page.getByRole("tab", { name: "Groups & prices" }).click();
  const handle = page.getByRole("button", { name: /^Move Child, 2 of 4/ });
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: /^Move Child, 1 of 4/ }).waitFor();
  await page.getByRole("tab", { name: "Texts" }).click();
  const messages = page.getByRole("region", { name: "Messages" });
  await messages.getByText(/^many Nine or more/).waitFor();
  await messages.getByRole("button", { name: "Move many, 2 of 2" }).focus();
  await page.keyboard.press("ArrowUp");
  await messages.getByRole("button", { name: "Move many, 1 of 2" }).waitFor();
  await saved(page);
  await at("messages in their order");
  const elsewhere = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(elsewhere, `Owner at ${kiwa}`);
  await openEvent(elsewhere, "Night Walk");
  await elsewhere.getByRole("tab", { name: "Groups & prices" }).click();
  await elsewhere.getByRole("button", { name: /^Move Child, 1 of 4/ }).waitFor();
  await elsewhere.getByRole("tab", { name: "Texts" }).click();
  await elsewhere.getByRole("button", { name: "Move many, 1 of 2" }).waitFor();
  await elsewhere.getByRole("button", { name: "Discard the draft" }).click();
  await elsewhere.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 120_000);

test("events are put in order by keyboard, and the list of events follows the draft", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, `Manager at ${kiwa}`);
  await page.goto("/_office/kiwa/catalogue");
  const table = page.getByRole("table");
  const names = () => table.getByRole("rowheader").getByRole("link").allInnerTexts();
  await table.waitFor();
  const before = await names();
  await page.getByRole("link", { name: "Order of events" }).click();
  const second = page.getByRole("button", { name: new RegExp(`^Move ${before[1] ?? ""}, 2 of`) });
  await second.focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: new RegExp(`^Move ${before[1] ?? ""}, 1 of`) }).waitFor();
  // Without dragging, and without a keyboard.
  await page.getByRole("button", { name: `Up: ${before[0] ?? ""}` }).click();
  await page.getByRole("button", { name: `Up: ${before[1] ?? ""}` }).click();
  await page.getByRole("button", { name: new RegExp(`^Move ${before[1] ?? ""}, 1 of`) }).waitFor();
  await saved(page);
  await at("order of events");
  await page.getByRole("link", { name: "Catalogue", exact: true }).last().click();
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  await page.goBack();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  await page.getByRole("button", { name: new RegExp(`^Move ${before[0] ?? ""}, 1 of`) }).waitFor();
  expect(found).toEqual([]);
}, 90_000);

test("a colleague's draft can be left out of a publishing, and what was noted stays", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, `Manager at ${kiwa}`);
  const edited = ["Night Walk", "Bat Night"];
  for (const name of edited) {
    await openEvent(page, name);
    await page.getByLabel("Subtitle", { exact: true }).fill("By moonlight");
    await saved(page);
  }
  await page.getByRole("link", { name: "Publish …" }).click();
  const effects = page.getByRole("region", { name: "What will happen" });
  await effects.getByText("Bat Night").waitFor();
  await page.getByLabel("Note").fill("Moon");
  await page.getByRole("checkbox", { name: "Event Bat Night" }).uncheck();
  await effects.getByText("Bat Night").waitFor({ state: "detached" });
  await effects.getByText("Night Walk").waitFor();
  await page.getByRole("button", { name: /^Publish \d+ drafts?$/ }).waitFor();
  expect(await page.getByLabel("Note").inputValue()).toBe("Moon");
  await at("a draft that is left out");
  await page.getByLabel("Note").fill("");
  for (const name of edited) {
    await openEvent(page, name);
    await page.getByRole("button", { name: "Discard the draft" }).click();
    await page.getByText("The draft is discarded.").waitFor();
  }
  expect(found).toEqual([]);
}, 120_000);
