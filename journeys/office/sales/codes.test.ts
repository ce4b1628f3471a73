import { expect, test } from "vitest";
import { collectFindings } from "../../support/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { fillCart } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a manager makes a code, pauses and starts it, raises its limit, makes a thousand, and uploads a file", async () => {
  const page = await newVisitor({ expectedRefusals: new RegExp(`${signedOut.source}|/staff_api/code`) });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Promo codes" }).click();
  await page.getByRole("heading", { name: "Promo codes", level: 1 }).waitFor();
  await page.getByRole("link", { name: "WELCOME10" }).waitFor();
  await at("codes");

  await page.getByRole("button", { name: "Make codes" }).click();
  await page.getByLabel("Code", { exact: true }).fill("welcome10");
  await page.getByRole("button", { name: "Make the code" }).click();
  await page.getByText("There is such a code already.").waitFor();
  await page.getByLabel("Code", { exact: true }).fill("LANTERN");
  await at("make a code");
  await page.getByRole("button", { name: "Make the code" }).click();
  await page.getByRole("link", { name: "LANTERN" }).click();
  await page.getByRole("heading", { name: "Code LANTERN" }).waitFor();

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("The code is paused.").waitFor();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("The code works again.").waitFor();
  await page.getByRole("button", { name: "Change the limit" }).click();
  await page.getByLabel("Uses in all").fill("50");
  await page.getByRole("button", { name: "Allow 50 uses" }).click();
  await page.getByText("0 of 50").waitFor();
  const done = page.getByRole("list", { name: "What was done, newest first" });
  await done.getByText("50", { exact: true }).waitFor();
  expect(await done.getByRole("listitem").count()).toBe(4);
  await at("a code");

  await page.getByRole("link", { name: "All codes" }).click();
  await page.getByRole("button", { name: "Make codes" }).click();
  await page.getByRole("radio", { name: "Many, from a pattern" }).check();
  await page.getByLabel("Number of codes").fill("1000");
  await page.getByLabel("Begins with").fill("QUAY-");
  await page.getByLabel("Random characters").fill("4");
  await page.getByLabel("Why").fill("Post to members");
  await page.getByRole("button", { name: "Make 1000 codes" }).click();
  await page.getByText("5 random characters would do").waitFor();
  await page.getByLabel("Random characters").and(page.locator(":focus")).waitFor();
  await page.getByLabel("Random characters").fill("5");
  await page.getByRole("button", { name: "Make 1000 codes" }).click();
  const batch = page
    .getByRole("list", { name: "Codes made in number, the newest first" })
    .getByRole("listitem")
    .first();
  await batch.getByText("All made").waitFor();
  const download = page.waitForEvent("download");
  await batch.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^codes-harbor-.*[.]csv$/);

  await page.getByRole("button", { name: "Upload codes" }).click();
  const upload = (text: string) =>
    page.getByLabel("CSV file").setInputFiles({ name: "codes.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await upload("OARSMAN,5\nx\n");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByText("Line 2 is too short.").waitFor();
  await at("wrong lines");
  await upload("OARSMAN,5\n");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByText("1 code is made.").waitFor();
  expect(found).toEqual([]);
});

test("a code's link puts the code into the cart of whoever follows it", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Harbor Museum of Art");
  // There are a thousand others from the test before.
  await page.goto("/_office/harbor/codes?q=WELCOME10");
  await page.getByRole("link", { name: "WELCOME10" }).click();
  const section = page.getByRole("region", { name: "Link" });
  await section.getByRole("img", { name: "The link with the code WELCOME10" }).waitFor();
  const link = new URL((await section.getByText(/promo=WELCOME10$/).textContent()) ?? "");
  const download = page.waitForEvent("download");
  await section.getByRole("button", { name: "Save the QR code to print" }).click();
  expect((await download).suggestedFilename()).toBe("code-WELCOME10.svg");

  const twoAdults = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 2 };
  const visitor = await newVisitor();
  await visitor.goto(`${link.pathname}${link.search}`);
  await expect.poll(() => new URL(visitor.url()).search).toBe("");
  await fillCart(visitor, twoAdults);
  await visitor.getByRole("main").getByText("WELCOME10").waitFor();
}, 120_000);
