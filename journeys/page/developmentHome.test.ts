import { expect, test } from "vitest";
import { collectFindings } from "../support/accessibility/axe.ts";
import { newVisitor } from "../support/visitor.ts";

test("the first page leads to every state it names, copies values and is accessible", async () => {
  const page = await newVisitor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "Foyer" }).waitFor();
  const { found, at } = collectFindings(page);
  await at("first page");
  expect(found).toEqual([]);

  const links = await page.getByRole("link").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.length).toBeGreaterThan(30);
  const broken = [];
  for (const link of new Set(links)) {
    const { status } = await page.evaluate(async (url) => ({ status: (await fetch(url)).status }), link);
    if (status !== 200) broken.push(`${status} ${link}`);
  }
  expect(broken).toEqual([]);

  await page.getByRole("button", { name: /WELCOME10/ }).click();
  await page.getByText("Copied: WELCOME10").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("WELCOME10");
});
