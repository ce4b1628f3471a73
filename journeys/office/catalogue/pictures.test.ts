import sharp from "sharp";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { publishDrafts, signedOut, signInAs } from "../../support/office.ts";
import { desktop, newVisitor } from "../../support/visitor.ts";

const draw = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#2f6f5e" } })
    .jpeg()
    .toBuffer();

test("a picture is uploaded for an event and for the brand, and published with them", async () => {
  const page = await newVisitor({
    expectedRefusals: new RegExp(`${signedOut.source}|/staff_api/catalogue/picture`),
    viewport: desktop,
  });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Opal Hall");
  const visitor = await newVisitor();
  const iconOf = async () => {
    await visitor.goto("/opal");
    return visitor.locator('link[rel="icon"]').first().getAttribute("href");
  };
  const before = await iconOf();
  const saved = () => page.getByText("Saved as a draft", { exact: true }).waitFor();
  const dialog = page.getByRole("dialog", { name: "Upload a picture" });
  const file = dialog.locator("input[type=file]");
  const send = dialog.getByRole("button", { name: "Upload", exact: true });

  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "Symphony Night", exact: true }).click();
  await page.getByRole("tab", { name: "Pictures" }).click();
  await at("the pictures of an event");
  await page.getByRole("button", { name: "Upload a picture: Cover" }).click();
  await file.setInputFiles({ name: "words.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") });
  await dialog.getByLabel("What it shows").fill("Words");
  await send.click();
  await dialog.getByText("words.png is not an image: it must be PNG, JPEG, WebP, AVIF or SVG.").waitFor();
  await file.setInputFiles({ name: "The Foyer.jpg", mimeType: "image/jpeg", buffer: await draw(1600, 900) });
  await dialog.getByRole("figure", { name: "Cover on a phone" }).getByRole("presentation").waitFor();
  await at("a picture with its crops");
  // Sets the focal point by pressing the picture, by the arrow keys, and by a number.
  const point = dialog.getByRole("button", { name: /^Focal point, / });
  const whole = dialog.getByRole("group", { name: "What stays in view" }).getByRole("presentation").first();
  const { width, height } = (await whole.boundingBox())!;
  await whole.click({ position: { x: width * 0.25, y: height * 0.2 } });
  await dialog.getByRole("button", { name: "Focal point, 25 % from the left, 20 % from the top" }).waitFor();
  expect(await point.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(() => dialog.getByLabel("From the left", { exact: true }).inputValue()).toBe("24");
  await dialog.getByLabel("From the left", { exact: true }).fill("20");
  const cropOf = (name: string) =>
    dialog
      .getByRole("figure", { name })
      .getByRole("presentation")
      .evaluate((image) => getComputedStyle(image).objectPosition);
  await expect.poll(() => cropOf("Cover on a wide screen")).toBe("20% 10%");
  expect(await cropOf("Beside a link")).toBe("20% 10%");
  await at("a picture with its focal point");
  await dialog.getByLabel("What it shows").fill("");
  await send.click();
  await dialog.getByText("Say in a few words what it shows.").waitFor();
  await dialog.getByLabel("What it shows").fill("The foyer in the evening");
  await send.click();
  await dialog.waitFor({ state: "hidden" });
  const cover = page.getByLabel("Cover", { exact: true });
  await expect.poll(() => cover.inputValue()).toMatch(/^the-foyer-[0-9a-f]{16}$/);
  await saved();

  await page.getByRole("link", { name: "Brand" }).click();
  await page.getByRole("button", { name: "Upload a picture: Favicon" }).click();
  // Dropped, as if from a folder.
  const dropped = await page.evaluateHandle(
    (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "mark.jpg", { type: "image/jpeg" }));
      return transfer;
    },
    (await draw(64, 64)).toString("base64"),
  );
  await dialog.getByText("Drop a picture here").dispatchEvent("drop", { dataTransfer: dropped });
  await dialog.getByRole("figure", { name: "Whole" }).waitFor();
  await dialog.getByLabel("What it shows").fill("The mark of Opal Hall");
  await send.click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByLabel("Favicon", { exact: true }).inputValue()).toMatch(/^mark-[0-9a-f]{16}$/);
  await saved();
  await at("the brand with a new picture");

  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "Pictures" }).click();
  await page.getByLabel(/^What the-foyer-[0-9a-f]+ shows$/).waitFor();
  await page.getByRole("button", { name: /^Focal point of the-foyer-/ }).click();
  const focus = page.getByRole("dialog", { name: "Focal point" });
  await focus.getByRole("button", { name: "Focal point, 20 % from the left, 10 % from the top" }).press("ArrowDown");
  await focus.getByLabel("From the top", { exact: true }).fill("90");
  await focus.getByRole("button", { name: "Save the focal point" }).click();
  await focus.waitFor({ state: "hidden" });
  await saved();
  await at("all pictures");
  await page.getByRole("link", { name: "Publish …" }).click();
  await publishDrafts(page);
  await page.getByText(/Revision \d+ is published/).waitFor();
  await expect.poll(iconOf, { timeout: 30_000 }).not.toBe(before);
  expect(await iconOf()).toContain("/image/");
  // The storefront keeps the picture's focal point in view.
  await visitor.goto("/opal");
  await visitor.getByRole("link", { name: "Symphony Night", exact: true }).click();
  const shown = () =>
    visitor
      .locator('main img[fetchpriority="high"]')
      .first()
      .evaluate((image) => getComputedStyle(image).objectPosition);
  await expect.poll(shown, { timeout: 30_000 }).toBe("20% 90%");
  expect(found).toEqual([]);
}, 180_000);
