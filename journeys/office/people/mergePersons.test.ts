import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { giveMembership, join, waitForFirstStep } from "../../support/members.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyer, newAddress } from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a manager merges two persons: found, compared side by side, and confirmed with numbers", async () => {
  const [first, second] = [await join(), await join()];
  await waitForFirstStep([first.number, second.number]);
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByLabel("Search", { exact: true }).fill(first.number);
  const name = `${buyer.first} ${buyer.last}`;
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.getByRole("link", { name: "Merge with another person" }).click();
  await page.getByRole("heading", { name: `Merge ${name} with another person` }).waitFor();

  await page.getByLabel("Search", { exact: true }).fill(second.email);
  await page.getByRole("button", { name: `Compare with ${name}, ${second.email}` }).waitFor();
  await at("the people found");
  await page.getByRole("button", { name: `Compare with ${name}, ${second.email}` }).click();

  const table = page.getByRole("table", { name: "The two persons side by side" });
  await table.getByText(first.email).waitFor();
  await table.getByText(second.email).waitFor();
  const consequences = page.getByRole("region", { name: "What the merge does" });
  await consequences.getByText("1 membership, 1 order of the other one will belong to this person.").waitFor();
  await table.getByRole("radio", { name: "Keep the other one" }).check();
  await consequences.getByText("1 membership, 1 order of this person will belong to the other one.").waitFor();
  await table.getByRole("radio", { name: "Keep this person" }).check();
  await consequences.getByText(`${second.email} can no longer be used to log in`).waitFor();
  await at("two persons side by side");
  await page.getByLabel("Why").fill("She forgot her first account");
  await page.getByRole("button", { name: "Merge 1 membership, 1 order" }).click();

  await page.getByText("The two persons are merged.").waitFor();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  const terms = page.getByRole("region", { name: "Memberships" });
  await terms.getByText(first.number).waitFor();
  await terms.getByText(second.number).waitFor();
  expect(await terms.getByText("Renews automatically").count()).toBe(2);
  await page.getByRole("region", { name: "History" }).getByText("She forgot her first account").waitFor();
  await at("the person who is kept");
  expect(found).toEqual([]);
});

test("a manager adds a child to a family membership, and takes the child off again", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await giveMembership(page, {
    level: "Family",
    first: "Mary",
    last: "Jackson",
    email: newAddress(),
    second: "Paul Jackson",
    reason: "Volunteers every Sunday",
  });
  const dialog = page.getByRole("dialog");

  const terms = page.getByRole("region", { name: "Memberships" });
  await terms.getByRole("button", { name: "Add somebody" }).click();
  await dialog.getByText("All 1 taken").first().waitFor();
  await dialog.getByText("10 of 10 free").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Lola Jackson");
  await dialog.getByLabel("Why").fill("Born last week");
  await at("add somebody");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("The card is added.").waitFor();
  await terms.getByRole("link", { name: "Lola Jackson" }).click();

  await page.getByRole("heading", { name: "Lola Jackson", level: 1 }).waitFor();
  await terms.getByRole("button", { name: "Remove" }).click();
  await dialog.getByText("This card ends at once").waitFor();
  await dialog.getByText("Cards that end").waitFor();
  await dialog.getByLabel("Why").fill("Added by mistake");
  await at("take somebody off");
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("The card has ended.").waitFor();
  await terms.getByText("Cancelled", { exact: true }).first().waitFor();
  await terms.getByRole("link", { name: "Mary Jackson" }).click();
  await page.getByRole("heading", { name: "Mary Jackson", level: 1 }).waitFor();
  await terms.getByText("Child, cancelled").waitFor();
  // The holder cannot be removed.
  await terms.getByRole("button", { name: "Remove" }).click();
  await dialog.getByText("They hold the membership.").waitFor();
  expect(found).toEqual([]);
});
