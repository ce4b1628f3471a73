import { expect, test } from "vitest";
import { replaceWebSettings } from "../support/database.ts";
import { newVisitor } from "../support/visitor.ts";

test("an uncaught error is shown once at the top of the page and can be dismissed", async () => {
  const page = await newVisitor({ expectedErrors: /the lamp went out/ });
  await page.goto("/larkfield/events");
  await page.waitForFunction(() => !("foyerEarlyClicks" in window));
  await page.evaluate(() => {
    void Promise.reject(new Error("the lamp went out"));
    void Promise.reject(new Error("the lamp went out"));
  });
  const banner = page.getByRole("alert");
  await banner.getByText("Sorry! Something unexpected happened. Please try again.").waitFor();
  expect(await banner.count()).toBe(1);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await banner.waitFor({ state: "detached" });
});

test("links to the home page lead to the seller's own website, if there is one", async () => {
  const page = await newVisitor();
  const before = await replaceWebSettings("opal", {
    redirects: { disable_home_route: true, target: "/events/Tours" },
  });
  try {
    // The seller's settings are read again every two seconds.
    await expect
      .poll(
        async () => {
          await page.goto("/opal/events?date=today");
          return new URL(page.url()).pathname;
        },
        { timeout: 10_000, interval: 500 },
      )
      .toBe("/opal/events/Tours");
  } finally {
    await replaceWebSettings("opal", before);
  }
});
