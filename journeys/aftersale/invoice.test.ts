import { expect, test } from "vitest";
import { readPdf } from "../../apps/server/test/orders/readPdf.ts";
import { expectAccessible } from "../support/accessibility/expectAccessible.ts";
import { buyOrder } from "../support/orders.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const garden = { seller: "larkfield", event: "Garden Entry", tickets: { Adult: 1 } } as const;

test("a guest with a phone adds a company to the invoice and downloads it", async () => {
  const page = await newVisitor({ viewport: phone });
  await page.goto((await buyOrder(await newVisitor({ viewport: phone }), garden)).link);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Add company details" }).click();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await main.getByText("This field is required.").first().waitFor();
  await expectAccessible(page);
  await main.getByRole("textbox", { name: "Company or name" }).fill("Analytical Engines GmbH");
  await main.getByRole("textbox", { name: "Tax or VAT number" }).fill("de 123 456 789");
  await main.getByRole("textbox", { name: "Address" }).fill("Hofgarten 1\n10115 Berlin");
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await main.getByText("The details are saved.").waitFor();
  await main.getByText("DE123456789").waitFor();
  await expectAccessible(page);

  const href = await main.getByRole("link", { name: "Invoice (PDF)" }).getAttribute("href");
  const file = await page.request.get(new URL(href ?? "", page.url()).href);
  expect(file.headers()["content-type"]).toBe("application/pdf");
  const text = readPdf(await file.body())
    .pages.map((one) => one.text)
    .join("\n");
  for (const line of ["Larkfield Botanic Garden Trust", "Analytical Engines GmbH", "Hofgarten 1", "VAT 20%"])
    expect(text).toContain(line);
  // A whole-day ticket has no time.
  expect(text).toMatch(/Garden Entry, Adult, \w+ \d+ \w+ \d{4}\n/);
});
