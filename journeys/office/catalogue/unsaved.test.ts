import type { Page, Response, Route } from "playwright-core";
import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { newVisitor } from "../../support/visitor.ts";

const saving = /\/staff_api\/catalogue\/draft\?/;
const savedText = "Saved as a draft";

const openTour = async (page: Page): Promise<void> => {
  await page.goto("/_office/larkfield/catalogue/event/glasshouse-tour");
  await page.getByLabel("Subtitle").waitFor();
};
const hasSaved = (words: string) => (response: Response) =>
  saving.test(response.url()) && (response.request().postData() ?? "").includes(words);
const leave = (page: Page) => page.getByRole("link", { name: "Members", exact: true }).first().click();
const unsaved = (page: Page) => page.getByRole("dialog", { name: "Your last changes are not saved" });
const discard = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByText("The draft is discarded.").waitFor();
};

test("text typed while a draft is being saved is kept, even if the screen is left before", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await openTour(page);
  const held = Promise.withResolvers<Route>();
  await page.route(saving, (route) => held.resolve(route), { times: 1 });
  await page.getByLabel("Subtitle").fill("With tea");
  const route = await held.promise;
  await page.getByLabel("Subtitle").fill("With tea and cake");
  await leave(page);
  // The screen waits for the input to be saved before it asks.
  await unsaved(page).getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  const rest = page.waitForResponse(hasSaved("and cake"), { timeout: 20_000 });
  await route.continue();
  await rest;
  await openTour(page);
  expect(await page.getByLabel("Subtitle").inputValue()).toBe("With tea and cake");
  await discard(page);
}, 90_000);

test("Undo restores a discarded draft", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await openTour(page);
  const before = await page.getByLabel("Subtitle").inputValue();
  await page.getByLabel("Subtitle").fill("With lanterns");
  await page.getByText(savedText, { exact: true }).waitFor();
  await discard(page);
  await expect.poll(() => page.getByLabel("Subtitle").inputValue()).toBe(before);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => page.getByLabel("Subtitle").inputValue()).toBe("With lanterns");

  // The note for publishing is kept as well.
  await page.getByRole("link", { name: "Publish …" }).click();
  await page.getByLabel("Note").fill("Lanterns in the glasshouse");
  await leave(page);
  const asked = page.getByRole("dialog", { name: "This is not saved yet" });
  await asked.getByRole("button", { name: "Keep editing" }).click();
  expect(await page.getByLabel("Note").inputValue()).toBe("Lanterns in the glasshouse");
  await leave(page);
  await asked.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  await openTour(page);
  await discard(page);
}, 90_000);

test("leaving with unsaved text asks first, and the text is saved once the server answers again", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, expectedErrors: /ERR_FAILED|Failed to load resource/ });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await openTour(page);
  await page.route(saving, (route) => route.abort());
  await page.getByLabel("Subtitle").fill("With tea");
  await page.getByText(/^Not saved/).waitFor();
  await leave(page);
  const asked = unsaved(page);
  await asked.getByText("They could not be saved yet. If you leave now, you lose them.").waitFor();
  await at("leaving what is not saved");
  await asked.getByRole("button", { name: "Keep editing" }).click();
  expect(await page.getByLabel("Subtitle").inputValue()).toBe("With tea");
  await page.unroute(saving);
  await page.getByText(savedText, { exact: true }).waitFor();
  await leave(page);
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  await openTour(page);
  expect(await page.getByLabel("Subtitle").inputValue()).toBe("With tea");
  await discard(page);
  expect(found).toEqual([]);
}, 90_000);

test("text typed a moment before leaving or signing out is not lost while the server cannot be reached", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, expectedErrors: /ERR_FAILED|Failed to load resource/ });
  const { found, at } = collectFindings(page);
  const signOut = () => page.getByRole("button", { name: "Sign out", exact: true }).click();
  const keepEditing = () => unsaved(page).getByRole("button", { name: "Keep editing" }).click();
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await openTour(page);
  await page.route(saving, (route) => route.abort());
  await page.getByLabel("Subtitle").fill("With tea");
  await leave(page);
  await keepEditing();
  expect(await page.getByLabel("Subtitle").inputValue()).toBe("With tea");
  await signOut();
  await unsaved(page).getByText("If you sign out now, you lose them.").waitFor();
  await at("signing out with what is not saved");
  await keepEditing();
  await page.unroute(saving);
  await page.getByLabel("Subtitle").fill("With tea and cake");
  await signOut();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signInAs(page, "Manager at Larkfield Botanic Garden");
  await openTour(page);
  expect(await page.getByLabel("Subtitle").inputValue()).toBe("With tea and cake");
  await discard(page);
  expect(found).toEqual([]);
}, 90_000);
