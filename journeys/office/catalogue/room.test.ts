import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { desktop, newVisitor } from "../../support/visitor.ts";

test("the stage, walls and texts of a room are selected, moved, drawn, renamed and removed, by mouse and by keyboard", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, viewport: desktop });
  const { found, at } = collectFindings(page);
  const saved = () => page.getByText("Saved as a draft", { exact: true }).waitFor();
  await signInAs(page, "Manager at Opal Hall");
  await page.goto("/_office/opal/catalogue/hall/hall");
  const map = page.getByRole("application", { name: "Drawing of Opal Hall" });
  await map.waitFor();
  await page.getByRole("tab", { name: "Room" }).click();
  const room = page.getByRole("region", { name: "In the room" });
  await room.getByRole("button", { name: "“Stage”" }).waitFor();
  await at("what is in a room");
  await page.setViewportSize(desktop);

  // The hall is 1400 × 820 units with a margin of 50 around it, scaled to fit the drawing.
  const frame = async () => (await map.boundingBox())!;
  const placeOf = async (x: number, y: number) => {
    const box = await frame();
    const scale = Math.min(box.width / 1500, box.height / 920);
    return {
      x: box.x + (box.width - 1500 * scale) / 2 + (x + 50) * scale,
      y: box.y + (box.height - 920 * scale) / 2 + (y + 50) * scale,
    };
  };
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    const [start, end] = [await placeOf(...from), await placeOf(...to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
    await page.mouse.move(end.x, end.y, { steps: 3 });
    await page.mouse.up();
  };

  // By mouse: a click selects the text on the stage, dragging moves the stage itself, and a selection frame draws a wall.
  const words = await placeOf(700, 172);
  await page.mouse.click(words.x, words.y);
  const text = room.getByRole("group", { name: "“Stage”" });
  await text.getByLabel("Text", { exact: true }).waitFor();
  await drag([600, 150], [600, 110]);
  const stage = room.getByRole("group", { name: /^Stage, outline at 500, 9\d$/ });
  await stage.getByText("Its corners are edited as YAML.").waitFor();
  await room.getByRole("button", { name: "Add: Wall" }).click();
  await drag([40, 700], [140, 760]);
  const wall = room.getByRole("group", { name: /^Wall, rectangle at (39|40|41), (699|700|701)$/ });
  await expect.poll(() => wall.getByLabel("Width").inputValue()).toMatch(/^(9\d|10\d)$/);
  await saved();
  await at("a wall that was drawn");
  await page.setViewportSize(desktop);

  // By keyboard: adds a text in the middle, sets its words and position, and moves and turns it.
  await room.getByRole("button", { name: "Add: Text" }).press("Enter");
  await room.getByRole("button", { name: "Put it in the middle" }).press("Enter");
  await room.getByRole("group", { name: "“Text”" }).getByLabel("Text", { exact: true }).fill("Cloakroom");
  const cloakroom = room.getByRole("group", { name: "“Cloakroom”" });
  await cloakroom.getByLabel("Middle, from the left").fill("90");
  await cloakroom.getByLabel("Units").fill("25");
  await cloakroom.getByRole("button", { name: "Right" }).press("Enter");
  await expect.poll(() => cloakroom.getByLabel("Middle, from the left").inputValue()).toBe("115");
  await cloakroom.getByLabel("Turned by degrees").fill("400");
  await room.getByText(/must be 360 or less/).waitFor();
  await cloakroom.getByLabel("Turned by degrees").fill("90");
  await expect.poll(() => room.getByText(/must be 360 or less/).count()).toBe(0);
  await room.getByRole("button", { name: /^Wall, rectangle at (39|40|41), / }).press("Enter");
  await wall.getByRole("button", { name: "Remove from the room" }).press("Enter");
  await expect.poll(() => room.getByRole("button", { name: /^Wall, rectangle at (39|40|41), / }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await room.getByRole("button", { name: /^Wall, rectangle at (39|40|41), / }).waitFor();
  await saved();

  // It is in the draft, and another browser draws it too.
  await page.getByRole("link", { name: "YAML" }).click();
  await page.getByText("Cloakroom").waitFor();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
  expect(found).toEqual([]);
}, 180_000);
