import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { publishDrafts, signedOut, signInAs } from "../../support/office.ts";
import { desktop, newVisitor } from "../../support/visitor.ts";

test("pages other than events are edited beside their preview, and published", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  await page.getByRole("link", { name: "Pages", exact: true }).click();
  const preview = page.frameLocator('iframe[title="The list of events in the draft"]');
  await page.getByLabel("Title of the list of events").fill("This season");
  await preview.getByRole("heading", { name: "This season" }).waitFor();
  await page.getByRole("button", { name: "Add a collection" }).click();
  const collection = page.getByRole("group", { name: "collection 3" });
  await collection.getByLabel("Title").fill("Small rooms");
  await page.getByRole("group", { name: "Small rooms" }).getByLabel("Categories").fill("Chamber");
  await preview.getByRole("button", { name: "Small rooms" }).waitFor();
  await at("the list of events");

  await page.getByRole("tab", { name: "Home & footer" }).click();
  await page.getByRole("button", { name: "Add a link" }).click();
  const link = page.getByRole("region", { name: "Links in the footer" }).getByRole("group").last();
  await link.getByLabel("Words").fill("Imprint");
  await link.getByLabel("Address").fill("javascript:alert(1)");
  await link.getByLabel("Address").and(page.locator("[aria-invalid]")).waitFor();
  await at("a link that is refused");
  await link.getByLabel("Address").fill("https://opalhall.example/imprint");
  const home = page.frameLocator('iframe[title="The home page in the draft"]');
  await home.getByText("Imprint").waitFor();
  const ways = home.getByRole("list", { name: "Links of the home page" });
  const before = await ways.getByRole("button").allInnerTexts();
  await page.getByRole("checkbox", { name: "Become a member" }).uncheck();
  await expect
    .poll(() => ways.getByRole("button").allInnerTexts())
    .toEqual(before.filter((way) => way !== "Become a member"));
  await page.getByRole("checkbox", { name: "Become a member" }).check();
  await expect.poll(() => ways.getByRole("button").allInnerTexts()).toContain("Become a member");

  await page.getByRole("tab", { name: "Blocks" }).click();
  await page.getByRole("button", { name: "Add a block" }).click();
  const block = page.getByRole("region", { name: "Blocks" }).getByRole("group", { name: "block", exact: true });
  await block.getByRole("textbox", { name: "Text of block" }).fill("<p>The bar is closed this week.</p>");
  await block.getByRole("checkbox", { name: "List of events" }).check();
  await block.getByRole("checkbox", { name: "Shown" }).check();
  await preview.getByText("The bar is closed this week.").waitFor();
  await at("a block");

  await page.getByRole("tab", { name: "Terms" }).click();
  const terms = page.getByRole("textbox", { name: "Terms", exact: true });
  await terms.fill(`${await terms.inputValue()}<p>Doors close at eight.</p>`);
  await page.getByText("its version is the same").waitFor();
  await page.getByRole("textbox", { name: "Version" }).fill("2026.3");
  await page.getByText("its version is the same").waitFor({ state: "hidden" });
  await at("the terms");

  await page.getByRole("tab", { name: "Privacy, imprint, accessibility" }).click();
  await page.getByRole("textbox", { name: "Privacy", exact: true }).fill("<p>We keep your name until the show.</p>");
  await at("the pages of its own words");
  await page.getByText("Saved as a draft", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Publish …" }).click();
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();
  const visitor = await newVisitor();
  await expect
    .poll(
      async () => {
        await visitor.goto("/opal/events");
        return visitor.getByRole("main").innerText();
      },
      { timeout: 30_000 },
    )
    .toContain("This season");
  await visitor.getByText("The bar is closed this week.").waitFor();
  await visitor.getByRole("link", { name: "Imprint" }).waitFor();
  const onPages = collectFindings(visitor);
  await visitor.getByRole("link", { name: "Privacy" }).click();
  await visitor.getByRole("heading", { name: "Privacy", level: 1 }).waitFor();
  await visitor.getByText("We keep your name until the show.").waitFor();
  await onPages.at("a page of the seller's");
  expect(onPages.found).toEqual([]);
  expect(found).toEqual([]);
}, 180_000);
