import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { tabTo } from "../../support/accessibility/keyboard.ts";
import { desktop, newVisitor } from "../../support/visitor.ts";

const saved = (page: Page) => page.getByText("Saved as a draft", { exact: true }).waitFor();
const chosen = (page: Page) => page.getByRole("region", { name: "Chosen seats" });

/** Opens a hall of Opal from the catalogue. */
const openHall = async (page: Page, key: string): Promise<void> => {
  await page.goto("/_office/opal/catalogue");
  await page.getByRole("link", { name: `Hall ${key}`, exact: true }).click();
  await page.getByRole("application", { name: /^Drawing of / }).waitFor();
};

test("seats selected on the map, by list, by frame and by row get a zone, a mark and a note, which Undo removes", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await openHall(page, "hall");
  await at("a hall");
  await page.setViewportSize(desktop);

  await page.getByLabel("Seats by list").fill("Stalls A 1-10, AA3, A1, Z99");
  await page.getByLabel("Seats by list").press("Enter");
  await chosen(page).getByText("11 seats chosen").waitFor();
  // Input that names no seat stays to be corrected. Only the stalls have a seat A1.
  await page.getByText("“Z99” there is no such seat").waitFor();
  await chosen(page).getByRole("button", { name: "Choose none" }).click();

  const frame = page.getByRole("group", { name: "Choose by frame" });
  await frame.getByLabel("Frame from").fill("X1");
  await frame.getByLabel("Frame to").fill("Z3");
  await frame.getByRole("button", { name: "Choose" }).click();
  await frame.getByText(/^\d+ seats in this frame\.$/).waitFor();
  await chosen(page).getByRole("button", { name: "Choose none" }).click();

  const row = page.getByRole("checkbox", { name: /^Row Circle BB, / });
  await row.check();
  await chosen(page)
    .getByText(/^\d+ seats chosen$/)
    .waitFor();
  await page.getByRole("button", { name: "Seats of Circle BB" }).click();
  const seats = page.getByRole("group", { name: "Seats of Circle BB" });
  await seats.getByRole("button").first().press("ArrowRight");
  await seats.getByRole("button", { name: "Circle BB 2, zone circle" }).press("Enter");
  expect(await seats.getByRole("button", { name: "Circle BB 2, zone circle" }).getAttribute("aria-pressed")).toBe(
    "false",
  );
  await at("seats that are chosen");
  await page.setViewportSize(desktop);

  await chosen(page).getByLabel("Zone").selectOption("A new zone …");
  await chosen(page).getByLabel("New zone").fill("Front Row");
  await page.getByText("Use only lowercase letters, digits and hyphens.").waitFor();
  await chosen(page).getByLabel("New zone").fill("front-row");
  await chosen(page).getByLabel("Sign").selectOption("Restricted view");
  await chosen(page).getByLabel("Note", { exact: true }).selectOption("This note …");
  await chosen(page).getByLabel("Note for buyers").fill("A rail at knee height");
  await chosen(page)
    .getByRole("button", { name: /^Change \d+ seats$/ })
    .click();
  await seats
    .getByRole("button", { name: "Circle BB 1, zone front-row, Restricted view, A rail at knee height" })
    .waitFor();
  await seats.getByRole("button", { name: "Circle BB 2, zone circle" }).waitFor();
  await page.getByRole("list", { name: "Legend" }).getByText("front-row").waitFor();
  await saved(page);

  await page.getByRole("button", { name: "Undo" }).click();
  await seats.getByRole("button", { name: "Circle BB 1, zone circle" }).waitFor();
  await saved(page);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 180_000);

test("a frame drawn with the mouse selects the seats in it, and a click selects one", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  await signInAs(page, "Manager at Opal Hall");
  await openHall(page, "hall");
  const map = page.getByRole("application", { name: "Drawing of Opal Hall" });
  const box = await map.boundingBox();
  if (!box) throw new Error("The drawing has no size.");
  const { x, y, width, height } = box;
  const frames = page.getByRole("button", { name: "Choose by frame" });
  await frames.click();
  await page.mouse.move(x + width * 0.3, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.5, { steps: 5 });
  await page.mouse.up();
  const title = chosen(page).getByText(/^\d+ seats chosen$/);
  await title.waitFor();
  const before = Number.parseInt((await title.textContent()) ?? "", 10);
  expect(before).toBeGreaterThan(20);
  // A second selection frame adds seats; without selection frames, dragging moves the map and chooses nothing.
  await page.mouse.move(x + width * 0.5, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height * 0.5, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number.parseInt((await title.textContent()) ?? "", 10)).toBeGreaterThan(before);
  await chosen(page).getByRole("button", { name: "Choose none" }).click();
  await frames.click();
  await page.mouse.move(x + width * 0.4, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.4, { steps: 5 });
  await page.mouse.up();
  await chosen(page).getByText("No seat is chosen").waitFor();
}, 120_000);

test("a section is generated by rule with the keyboard, and its rows are moved, changed and removed", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await openHall(page, "lens");
  const legend = page.getByRole("list", { name: "Legend" });
  const seatsOf = async () => Number.parseInt((await legend.getByRole("listitem").first().textContent()) ?? "", 10);
  const before = await seatsOf();
  await page.getByRole("tab", { name: "Seats" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const add = page.getByRole("button", { name: "Add a section" });
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  const section = page.getByRole("dialog", { name: "A new section" });
  await section.getByLabel("Name").fill("Side");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add rows to Side" }).click();
  const rows = page.getByRole("dialog", { name: "Rows of Side" });
  await rows.getByLabel("Rows", { exact: true }).fill("S-U");
  await rows.getByLabel("Seats in a row").fill("4");
  await rows.getByLabel("First seat, from the left").fill("20");
  await rows.getByLabel("First seat, from the top").fill("20");
  await at("rows by rule");
  await page.setViewportSize(desktop);
  await rows.getByRole("button", { name: "Add 3 rows" }).click();
  await expect.poll(seatsOf).toBe(before + 12);
  await saved(page);

  await page.getByRole("button", { name: "Edit Rows S-U of Side" }).click();
  const edit = page.getByRole("dialog", { name: "Rows" });
  await edit.getByLabel("Seats in it").fill("2");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect.poll(seatsOf).toBe(before + 9);
  await page.getByRole("button", { name: "Rows S-U", exact: true }).click();
  await chosen(page).getByText("9 seats chosen").waitFor();
  await chosen(page).getByText("Move", { exact: true }).click();
  await chosen(page).getByRole("button", { name: "Right" }).click();
  await at("sections and rows");
  await page.setViewportSize(desktop);
  await page.getByRole("tab", { name: "Zones" }).click();
  await page.getByRole("button", { name: "Rename side" }).click();
  await page.getByLabel("Name of the zone").fill("wing");
  await page.keyboard.press("Enter");
  await legend.getByText("wing").waitFor();
  await at("zones");
  await page.setViewportSize(desktop);
  await page.getByRole("tab", { name: "Rows" }).click();
  await page.getByRole("button", { name: "Remove Side" }).click();
  await expect.poll(seatsOf).toBe(before);
  await page.getByRole("tab", { name: "Room" }).click();
  await page.getByLabel("Width").fill("410");
  await saved(page);
  await at("the room");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 180_000);

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 260"><script>document.title = "run"</script>
  <g transform="translate(10 10)"><circle id="V-1" cx="0" cy="0" r="6"/><circle id="V-2" cx="16" cy="0" r="6"/>
  <rect data-section="Annex" data-row="W" data-seat="1" x="-6" y="10" width="12" height="12"/><rect id="bar" width="9" height="9"/></g></svg>`;

test("the seats of an SVG file are previewed, and added as sections", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await openHall(page, "lens");
  await page.getByRole("tab", { name: "Rows" }).click();
  await page.getByRole("button", { name: "Add seats of an SVG drawing" }).click();
  const dialog = page.getByRole("dialog", { name: "Seats of an SVG drawing" });
  const file = dialog.getByLabel("Drawing");
  const choose = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: "image/svg+xml", buffer: Buffer.from(text) });
  await choose("words.svg", "no drawing");
  await dialog.getByText("words.svg is no SVG drawing.").waitFor();
  await choose("far.svg", drawing.replace("translate(10 10)", "translate(390 10)"));
  await dialog.getByText("Seat V 2 is outside of the hall, at 406, 10.").waitFor();
  expect(await dialog.getByRole("button", { name: "Add 3 seats" }).isDisabled()).toBe(true);
  await choose("annex.svg", drawing);
  await dialog.getByText("3 seats in 2 rows of 2 sections. 1 other shape is left out.").waitFor();
  await at("seats of a drawing");
  await page.setViewportSize(desktop);
  await dialog.getByLabel("Section of seats that name none").fill("Wing");
  await dialog.getByRole("button", { name: "Add 3 seats" }).click();
  await page.getByRole("tab", { name: "Seats" }).click();
  await page.getByRole("checkbox", { name: "Row Wing V, 2 seats" }).waitFor();
  await page.getByRole("checkbox", { name: "Row Annex W, 1 seat" }).waitFor();
  expect(await page.title()).not.toBe("run");
  await saved(page);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 120_000);

test("a sold seat is marked, and removing its row is refused with the session", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  // A seat held by the venue counts as sold.
  await page.goto("/_office/opal/catalogue/event/symphony-night/sessions");
  const last = page.getByRole("table", { name: "Sessions" }).getByRole("row").last();
  await last.getByRole("button", { name: /^Keep places of / }).click();
  const dialog = page.getByRole("dialog", { name: /^Kept places of / });
  await dialog.getByLabel("Seats by list").fill("Choir Z1");
  await dialog.getByLabel("Seats by list").press("Enter");
  await dialog.getByLabel("For", { exact: true }).fill("Camera");
  await dialog.getByLabel("Reason").fill("The evening is recorded");
  await dialog.getByRole("button", { name: "Keep 1 seat" }).click();
  await dialog.getByRole("list", { name: "Kept places" }).getByText("1 seat · Camera").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();

  await openHall(page, "hall");
  await page.getByText("Sold, held or kept").waitFor();
  await page.getByLabel("Seats by list").fill("Choir Z1");
  await page.getByLabel("Seats by list").press("Enter");
  await chosen(page)
    .getByText(/cannot be removed\.$/)
    .waitFor();
  expect(await chosen(page).getByRole("button", { name: "Remove" }).isDisabled()).toBe(true);
  await at("a seat that stays");
  await page.setViewportSize(desktop);
  await page.getByRole("tab", { name: "Rows" }).click();
  await page.getByRole("button", { name: "Edit Rows X-Z of Choir" }).click();
  const rows = page.getByRole("dialog", { name: "Rows" });
  await rows.getByLabel("Rows", { exact: true }).fill("X, Y");
  await rows.getByRole("button", { name: "Save" }).click();
  await page
    .getByText(/sold, held or kept in the session.* of 'Symphony Night' on .*, and cannot be taken away/)
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Publish …" }).click();
  await page.getByText("More is sold or held than would be left").waitFor();
  await page.getByRole("link", { name: "Hall hall" }).waitFor();
  await at("a refused plan");
  await page.setViewportSize(desktop);

  await page.goto("/_office/opal/catalogue/hall/hall");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  await page.goto("/_office/opal/catalogue/event/symphony-night/sessions");
  await last.getByRole("button", { name: /^Keep places of / }).click();
  await dialog.getByRole("button", { name: "Release: 1 seat, Camera" }).click();
  await dialog.getByText("Nothing is kept or blocked.").waitFor();
  expect(found).toEqual([]);
}, 180_000);
