import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { openSessionList, signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("seats of a session are blocked and kept for the house on the map, places without seats too, and all are released", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await page.goto("/_office/opal/catalogue/event/symphony-night/sessions");
  const table = page.getByRole("table", { name: "Sessions" });
  const last = table.getByRole("row").last();
  await last.getByRole("button", { name: /^Keep places of / }).click();
  const dialog = page.getByRole("dialog", { name: /^Kept places of / });
  await dialog.getByText("Nothing is kept or blocked.").waitFor();
  await at("kept places of a session");

  await dialog.getByRole("radio", { name: "Seats, blocked: nobody sits there" }).check();
  await dialog
    .getByRole("button", { name: /^Seats of / })
    .nth(1)
    .click();
  const seats = dialog.getByRole("group", { name: /^Seats of / });
  // The name of a free seat does not mention its state.
  const free = seats.getByRole("button", { name: /^[^,]+$/, disabled: false });
  await free.first().click();
  await free.nth(1).press("Enter");
  await dialog.getByLabel("For", { exact: true }).fill("Camera");
  await dialog.getByLabel("Reason").fill("The evening is recorded");
  await dialog.getByRole("button", { name: "Block 2 seats" }).click();
  const kept = dialog.getByRole("list", { name: "Kept places" });
  await kept.getByText("2 seats · Camera").waitFor();
  await expect.poll(() => seats.getByRole("button", { name: /, blocked$/ }).count()).toBe(2);
  await at("blocked seats");

  await kept.getByRole("button", { name: "Seats", exact: true }).click();
  await kept
    .getByRole("button", { name: /^Release .+$/ })
    .first()
    .click();
  await kept.getByText("1 seat · Camera").waitFor();
  await kept.getByRole("button", { name: "Release: 1 seat, Camera" }).click();
  await dialog.getByText("Nothing is kept or blocked.").waitFor();
  await expect.poll(() => seats.getByRole("button", { name: /, blocked$/ }).count()).toBe(0);
  expect(found).toEqual([]);
}, 120_000);

test("a seat that a colleague blocks meanwhile is named, and the others stay chosen", async () => {
  const page = await newVisitor({ expectedRefusals: /\/staff_api\/(?:me|.*\/house)/ });
  await signInAs(page, "Manager at Opal Hall");
  const colleague = await page.context().newPage();
  const openHouse = async (of: typeof page) => {
    await of.goto("/_office/opal/catalogue/event/symphony-night/sessions");
    const last = of.getByRole("table", { name: "Sessions" }).getByRole("row").last();
    await last.getByRole("button", { name: /^Keep places of / }).click();
    const dialog = of.getByRole("dialog", { name: /^Kept places of / });
    await dialog.getByRole("radio", { name: "Seats, blocked: nobody sits there" }).check();
    await dialog.getByLabel("For", { exact: true }).fill("Camera");
    await dialog.getByLabel("Reason").fill("The evening is recorded");
    return dialog;
  };
  const choose = async (dialog: Awaited<ReturnType<typeof openHouse>>, seats: string) => {
    await dialog.getByLabel("Seats by list").fill(seats);
    await dialog.getByLabel("Seats by list").press("Enter");
  };
  const mine = await openHouse(page);
  await choose(mine, "C1-C2");
  const theirs = await openHouse(colleague);
  await choose(theirs, "C2");
  await theirs.getByRole("button", { name: "Block 1 seat" }).click();
  await theirs.getByText("1 seat · Camera").waitFor();
  await mine.getByRole("button", { name: "Block 2 seats" }).click();
  await mine.getByText(/^Sold, held or kept already: .*2\. The other seats are still chosen\.$/).waitFor();
  await mine.getByRole("button", { name: "Block 1 seat" }).waitFor();
  expect(await mine.getByLabel("Reason").inputValue()).toBe("The evening is recorded");
  await mine.getByRole("button", { name: "Release: 1 seat, Camera" }).click();
  await mine.getByText("Nothing is kept or blocked.").waitFor();
}, 120_000);

test("places of a session without seats are kept under a name, listed, and released", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await openSessionList(page);
  const row = page.getByRole("table", { name: "Sessions" }).getByRole("row").last();
  await row.getByRole("button", { name: /^Keep places of / }).click();
  const dialog = page.getByRole("dialog", { name: /^Kept places of / });
  await dialog.getByLabel("Places to keep").fill("2");
  await dialog.getByLabel("For", { exact: true }).fill("The mayor");
  await dialog.getByLabel("Reason").fill("Opening night");
  await dialog.getByRole("button", { name: "Keep places" }).click();
  await dialog.getByText("2 places · The mayor").waitFor();
  await dialog.getByText(/, 2 kept$/).waitFor();
  await at("kept places");
  const release = dialog.getByRole("button", { name: "Release: 2 places, The mayor" });
  await release.click();
  await dialog.getByText("Nothing is kept or blocked.").waitFor();
  await at("places given free, with Undo");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await dialog.getByText("2 places · The mayor").waitFor();
  await release.click();
  await dialog.getByText("Nothing is kept or blocked.").waitFor();
  expect(found).toEqual([]);
}, 120_000);
