import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { logInByPassword } from "../support/login.ts";
import { dateOptions, openEvent, openShop } from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

/** Refusals of unknown pages, and of other visitors' carts. An unknown session is not requested. */
const expectedRefusals = /\/(?:nowhere|events|cart)\/[\da-f-]{36}(?:\?|$)/;

const logInLinks = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole("banner")
    .getByRole("link", { name: "Log in" })
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));

test.each(["visitor", "member"] as const)(
  "the shared page for unknown links works as the page of this link for a %s",
  { timeout: 120_000 },
  async (who) => {
    const page = await newVisitor({ expectedRefusals });
    await openShop(page, "harbor");
    if (who === "member") await logInByPassword(page, "harbor");
    await openEvent(page, "Museum Admission");
    const { pathname } = new URL(page.url());

    for (const session of [crypto.randomUUID(), crypto.randomUUID()]) {
      await page.goto(`${pathname}?session=${session}`);
      await page.getByText("Sorry, the selected time is not found.").waitFor();
      await page.waitForLoadState("networkidle");
      expect(new URL(page.url()).search).toBe(`?session=${session}`);
      for (const href of await logInLinks(page)) expect(href).toContain(`session=${session}`);
      expect(await page.locator("#root").innerHTML()).not.toContain("00000000-0000-0000");
    }
    await dateOptions(page).nth(1).click();
    await page.waitForURL(/\?date=/);

    for (const path of [`/harbor/events/${crypto.randomUUID()}`, `/harbor/nowhere/${crypto.randomUUID()}`]) {
      await page.goto(`${path}?x=1`);
      await page.getByText("Oops! We could not find anything at this URL.").waitFor();
      await page.waitForLoadState("networkidle");
      expect(new URL(page.url()).pathname).toBe(path);
      for (const href of await logInLinks(page)) expect(href).toContain(path);
    }

    const cart = crypto.randomUUID();
    const asked = page.waitForRequest((request) => request.url().includes(`/my/cart/${cart}`));
    await page.goto(`/harbor/checkout/${cart}`);
    await asked;
    await page.waitForLoadState("networkidle");
    for (const href of await logInLinks(page)) expect(href).toContain(cart);
  },
);
