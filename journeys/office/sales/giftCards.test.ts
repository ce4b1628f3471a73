import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { endGiftCard } from "../../support/database.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

test("finance issues a card, adjusts it, replaces its lost number, voids and restores it, and issues several", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Gift cards" }).click();
  await page.getByRole("heading", { name: "Gift cards", level: 1 }).waitFor();

  await page.getByRole("button", { name: "Issue cards" }).click();
  await page.getByLabel("Amount of each").fill("50");
  await page.getByLabel("For whom").fill("Annie Easley");
  await page.getByLabel("Email address").fill("annie@example.com");
  await page.getByLabel("Why").fill("Won the raffle");
  await at("issue");
  await page.getByRole("button", { name: "Issue a card, $50.00" }).click();
  const first = await page.getByRole("status", { name: "Number" }).textContent();
  expect(first).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/);
  await at("a new number");
  await page.getByRole("button", { name: "Done" }).click();

  // A complete number leads to its card, and does not stay in the URL.
  await page.getByLabel("Search").fill(first ?? "");
  await page.getByRole("heading", { name: `Gift card ····${first?.slice(-4)}` }).waitFor();
  await expect.poll(() => page.url()).not.toContain(first ?? "");
  const movements = page.getByRole("list", { name: "Movements, the oldest first" });

  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByRole("radio", { name: "Deduct" }).check();
  await page.getByLabel("Amount").fill("12.50");
  await page.getByText("The new balance is $37.50.").waitFor();
  await page.getByLabel("Why").fill("Paid out at the desk");
  await at("adjust");
  await page.getByRole("button", { name: "Deduct $12.50" }).click();
  await movements.getByText("Paid out at the desk").waitFor();

  await page.getByRole("button", { name: "Replace the number" }).click();
  await page.getByLabel("Why").fill("Lost her purse");
  await page.getByRole("button", { name: "Replace it and send it to annie@example.com" }).click();
  const second = await page.getByRole("status", { name: "Number" }).textContent();
  expect(second).not.toBe(first);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: `Gift card ····${second?.slice(-4)}` }).waitFor();
  await page.getByText(`····${first?.slice(-4)}`).waitFor();

  await page.getByRole("button", { name: "Void" }).click();
  await page.getByLabel("Why").fill("Raffle was cancelled");
  await page.getByRole("button", { name: "Void $37.50" }).click();
  await page.getByText("Out of use", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByLabel("Why").fill("It was not");
  await page.getByRole("button", { name: "Restore $37.50" }).click();
  await movements.getByText("Restored").waitFor();
  await at("a card");

  await page.getByRole("link", { name: "All gift cards" }).click();
  await page.getByRole("button", { name: "Issue cards" }).click();
  await page.getByLabel("How many").fill("600");
  await page.getByLabel("Amount of each").fill("5");
  await page.getByLabel("Why").fill("Staff party");
  await page.getByRole("button", { name: "Issue 600 cards, $3,000.00" }).click();
  const batch = page
    .getByRole("list", { name: "Issues of several cards, the newest first" })
    .getByRole("listitem")
    .first();
  await batch.getByText("All made").waitFor();
  await at("gift cards");
  const download = page.waitForEvent("download");
  await batch.getByRole("link", { name: "Download numbers" }).click();
  expect((await download).suggestedFilename()).toMatch(/^gift-cards-harbor-.*[.]csv$/);
  expect(found).toEqual([]);
});

test("finance imports gift cards with their balances: a wrong line, the whole file, and a card of it is found", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Gift cards" }).click();
  await page.getByRole("link", { name: "Import cards" }).click();
  await page.getByRole("heading", { name: "Import gift cards", level: 1 }).waitFor();
  const number = `OLD${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const choose = (...lines: readonly string[]): Promise<void> =>
    page.getByLabel("CSV file").setInputFiles({
      name: "cards.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Gift card,What is left,Recipient", ...lines].join("\n")),
    });
  await choose(`${number},37.50,Katherine Johnson`, "SHORT,5,");
  const check = page.getByRole("button", { name: "Check the file" });
  expect(await check.isDisabled()).toBe(true);
  await page.getByLabel("Balance").selectOption({ label: "What is left" });
  await at("columns of a file of cards");
  await check.click();
  await page.getByText("Line 3 has no number of 8 to 64 letters and digits.").waitFor();
  expect(await page.getByRole("button", { name: /^Import \d/ }).count()).toBe(0);
  await at("a wrong line of a card");

  await choose(`${number},37.50,Katherine Johnson`);
  await page.getByLabel("Balance").selectOption({ label: "What is left" });
  await check.click();
  await page.getByText("1 row can be imported.").waitFor();
  await page.getByRole("table", { name: "The first rows as they would be imported" }).getByText("$37.50").waitFor();
  await page.getByLabel("Why").fill("From the old shop");
  await at("cards that can be imported");
  await page.getByRole("button", { name: "Import 1 card with $37.50" }).click();
  await page.getByText("1 gift card is imported.").waitFor();
  const batches = page.getByRole("list", { name: "Issues of several cards, the newest first" });
  await batches.getByText("1 imported", { exact: true }).first().waitFor();
  await page.getByLabel("Search").fill(number.toLowerCase());
  await page.getByRole("heading", { name: /^Gift card ····/ }).waitFor();
  await page.getByText("Katherine Johnson").first().waitFor();
  expect(found).toEqual([]);
});

test("an expired card's page shows the expired balance, and a later last day restores it", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Finance at Harbor Museum of Art");
  await page.getByRole("link", { name: "Gift cards" }).click();
  await page.getByRole("button", { name: "Issue cards" }).click();
  await page.getByLabel("Amount of each").fill("35");
  await page.getByLabel("For whom").fill("Mary Golda Ross");
  await page.getByLabel("Why").fill("Opened the show");
  await page.getByRole("button", { name: "Issue a card, $35.00" }).click();
  const number = (await page.getByRole("status", { name: "Number" }).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByLabel("Search").fill(number);
  await page.getByRole("heading", { name: `Gift card ····${number.slice(-4)}` }).waitFor();
  await endGiftCard(/gift-cards\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "");

  // The job that ends gift cards runs every minute.
  const ended = page.getByText("A later last day restores it.");
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByRole("heading", { name: /^Gift card/ }).waitFor();
        await page.getByText("Initial value").waitFor();
        return ended.count();
      },
      { timeout: 100_000, interval: 2_000 },
    )
    .toBe(1);
  await page.getByText("Expired", { exact: true }).waitFor();
  await page.getByText("$0.00", { exact: true }).first().waitFor();
  await at("an ended card");

  await page.getByRole("button", { name: "Change the last day" }).click();
  await page.getByLabel("Last day", { exact: true }).fill("2099-12-31");
  await page.getByLabel("Why").fill("Was ill for a year");
  await at("a later last day");
  await page.getByRole("button", { name: "Change the last day to 2099-12-31" }).click();
  await page.getByText("Active", { exact: true }).waitFor();
  await ended.waitFor({ state: "detached" });
  await page.getByText("$35.00", { exact: true }).first().waitFor();
  expect(found).toEqual([]);
}, 180_000);
