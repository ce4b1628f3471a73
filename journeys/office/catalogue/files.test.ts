import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a catalogue is downloaded, changed and uploaded: the screen shows errors at their lines and the effect, and asks about an older file", async () => {
  const page = await newVisitor({ expectedRefusals: /\/staff_api\/(?:me|catalogue\/file)/ });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "History" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download with pictures" }).click();
  const archive = await readFile(await (await download).path());
  const yaml = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as YAML" }).click();
  const text = await readFile(await (await yaml).path(), "utf8");

  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "Upload a file" }).click();
  await page.getByRole("heading", { name: "Upload a file", level: 1 }).waitFor();
  const upload = (name: string, content: string | Buffer) =>
    page
      .getByLabel("Catalogue as YAML or JSON", { exact: false })
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  await at("no file yet");
  await upload("larkfield.zip", archive);
  await page.getByText("Nothing to change: the catalogue is as larkfield.zip has it.").waitFor();

  await upload("wrong.yaml", text.replace(/^    timezone: .*$/m, "    timezone: Europe/Nowhere"));
  await page.getByText("Fix wrong.yaml first").waitFor();
  await page.getByText(/^Line \d+, column \d+, .*timezone/).waitFor();
  expect(await page.getByRole("button", { name: "Publish the file" }).isVisible()).toBe(false);
  await at("a file with an error");

  const uploaded = (price: string) => text.replace(/price: "?19"?$/m, `price: ${price}`);
  expect(uploaded("21")).not.toBe(text);
  await upload("larkfield.yaml", uploaded("21"));
  await page
    .getByRole("region", { name: "What will happen" })
    .getByText(/ticket type changed/)
    .waitFor();
  await at("what a file does");
  await page.getByLabel("Note").fill("From the agency");
  await page.getByRole("button", { name: "Publish the file" }).click();
  await page.getByText(/Revision \d+ is published/).waitFor();

  await page.getByRole("link", { name: "Upload a file" }).click();
  await upload("older.yaml", uploaded("23"));
  await page.getByRole("heading", { name: /^The file is of revision \d+$/ }).waitFor();
  const publish = page.getByRole("button", { name: "Publish the file" });
  expect(await publish.isDisabled()).toBe(true);
  await at("an older file");
  await page.getByRole("checkbox", { name: /^Let this file win/ }).check();
  await publish.click();
  await page.getByText(/Revision \d+ is published/).waitFor();

  // Somebody else publishes while the reader writes the note: it stays, and so does the choice of the file.
  const colleague = await page.context().newPage();
  for (const [one, name, price] of [
    [page, "mine.yaml", "25"],
    [colleague, "theirs.yaml", "27"],
  ] as const) {
    await one.goto("/_office/larkfield/catalogue/file");
    const field = one.getByLabel("Catalogue as YAML or JSON", { exact: false });
    const chooser = one.waitForEvent("filechooser");
    await field.click();
    await (await chooser).setFiles({ name, mimeType: "text/yaml", buffer: Buffer.from(uploaded(price)) });
    await one.getByRole("checkbox", { name: /^Let this file win/ }).check();
    await one.getByLabel("Note").fill(`Note on ${name}`);
  }
  await colleague.getByRole("button", { name: "Publish the file" }).click();
  await colleague.getByText(/Revision \d+ is published/).waitFor();
  await colleague.close();
  await publish.click();
  await page
    .getByRole("alert")
    .getByText(/in the meantime|changed this/)
    .waitFor();
  expect(await page.getByLabel("Note").inputValue()).toBe("Note on mine.yaml");
  // A file that was corrected can be chosen again under its name.
  const again = page.waitForEvent("filechooser");
  await page.getByLabel("Catalogue as YAML or JSON", { exact: false }).click();
  await again;
  expect(await page.getByLabel("Catalogue as YAML or JSON", { exact: false }).inputValue()).toBe("");
  // Leaving asks about the note.
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();

  await page.getByRole("link", { name: "History" }).click();
  await page.getByText("From the agency").waitFor();
  await page
    .getByText(/uploaded file/)
    .first()
    .waitFor();
  expect(found).toEqual([]);
}, 180_000);
