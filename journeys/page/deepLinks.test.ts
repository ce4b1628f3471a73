import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  ticketCount,
  dateOptions,
  goToCheckout,
  openEvent,
  openShop,
  chooseDate,
  chooseTime,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

/** The URL of an admission event and of one of its sessions. */
const admission = async (page: Page): Promise<{ readonly event: string; readonly session: string }> => {
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  const event = page.url();
  await chooseDate(page);
  await chooseTime(page);
  await page.waitForURL(/session=/);
  return { event, session: new URL(page.url()).searchParams.get("session") ?? "" };
};
const form = (page: Page) => page.getByRole("form", { name: "Reserve tickets" });
const unknown = "session=00000000-0000-4000-8000-000000000001";

test("a link with a required session shows no form when it is unavailable; a link that only warns shows both", async () => {
  const page = await newVisitor({ viewport: phone, expectedRefusals: /\/sessions\// });
  const { event, session } = await admission(page);
  for (const [query, sentence] of [
    [unknown, "Sorry, the selected time is not found."],
    [`session=${session}&date=2026-01-01`, "The link cannot contain both a date and a session."],
    [`session=${session}&quantity=Nobody:2`, "Sorry, the selected ticket type(s) are not available."],
  ] as const) {
    await page.goto(`${event}?${query}&reserve=strict`);
    await page.getByText(sentence).waitFor();
    // The page has decided once the parameter is removed from the URL.
    await page.waitForURL((url) => !url.searchParams.has("reserve"));
    await page.waitForLoadState("networkidle");
    expect(await form(page).count(), `${query}, strict`).toBe(0);

    await page.goto(`${event}?${query}&reserve=warn`);
    await page.waitForURL((url) => !url.searchParams.has("reserve"));
    await page.waitForLoadState("networkidle");
    expect(await page.getByText(sentence).count(), `${query}, warn`).toBe(1);
    expect(await form(page).count(), `${query}, warn`).toBe(1);
  }
});

test("a link reserves its tickets at once", async () => {
  const page = await newVisitor();
  const { event, session } = await admission(page);
  await page.goto(`${event}?session=${session}&quantity=adult:1,Child:1&reserve=yes`);
  await goToCheckout(page);
  const items = page.getByRole("main").getByRole("list", { name: "Your cart" });
  await items.getByText("1 × Adult").waitFor();
  await items.getByText("1 × Child").waitFor();
});

test("a link sets time and quantity; dates and times are in the venue's time zone, wherever the browser is", async () => {
  const page = await newVisitor({ timezoneId: "Pacific/Kiritimati" });
  const { event, session } = await admission(page);
  await page.goto(`${event}?session=${session}&quantity=Adult:2`);
  await expect.poll(() => ticketCount(page, "Adult").inputValue()).toBe("2");
  const far = await page.getByRole("form").getByRole("paragraph").allInnerTexts();
  await page.getByText("All times are Eastern Time").waitFor();

  const home = await newVisitor({ timezoneId: "America/New_York" });
  await home.goto(`${event}?session=${session}&quantity=Adult:2`);
  await expect.poll(() => ticketCount(home, "Adult").inputValue()).toBe("2");
  expect(await home.getByRole("form").getByRole("paragraph").allInnerTexts()).toEqual(far);

  const day = async (visitor: Page) => {
    await visitor.goto(event);
    return dateOptions(visitor).allInnerTexts();
  };
  expect(await day(page)).toEqual(await day(home));
});
