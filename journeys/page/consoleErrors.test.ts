import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "../../apps/storefront/src/routes/routes.ts";
import { demoMember, dialog, logInByPassword, memberNumber, openLogin, waitForLogin } from "../support/login.ts";
import { sampledToday } from "../../scripts/sampling.ts";
import { openShop } from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

const unknownId = "3b1c0c2e-0000-4000-8000-000000000000";

/** A path of each route. Event pages are opened by the listing's links. */
const pathsByRoute: Readonly<Record<string, readonly string[]>> = {
  home: [""],
  events: ["events", "events?date=today", "events?date=nonsense"],
  "events-collection": ["events/season", "events/Tours"],
  event: [],
  "event-action": [`membership/gift`],
  "event-add-ons": ["add-ons"],
  "transfer-cart": [`transfer-cart/${unknownId}`],
  "checkout-complete": ["checkout/complete"],
  "checkout-pending": [`checkout/pending/${unknownId}`],
  checkout: ["checkout", `checkout/${unknownId}`],
  "membership-redeem": ["membership/redeem"],
  membership: ["membership", "membership/renew"],
  "forgot-membership": ["user/forgot-membership"],
  "forgot-password": ["user/forgot-password"],
  "reset-password": ["user/reset-password"],
  "set-email-address": ["user/set-email-address"],
  resend: ["resend"],
  "manage-cancel-auto-renew": [`manage/${unknownId}/cancel-auto-renew`],
  "manage-reschedule": [`manage/${unknownId}/reschedule/${unknownId}`],
  "manage-confirm": [`manage/${unknownId}/confirm`],
  manage: [`manage/${unknownId}`],
  "sent-tickets": [`tickets/${unknownId}`],
  my: ["my"],
  "my-membership": ["my/membership"],
  "my-profile": ["my/profile"],
  "my-upcoming-session": [`my/upcoming/session/${unknownId}`],
  "my-upcoming": ["my/upcoming"],
  "my-order": [`my/orders/${unknownId}`],
  "my-orders": ["my/orders"],
  // Opened last, because it ends the login.
  logout: [],
  login: ["login"],
  "login-callback": ["login/callback"],
  "login-external-callback": [],
  stories: ["_stories"],
  "error-unexpected": ["error"],
  "error-not-found": ["nowhere/at/all"],
};

test("a path is known for each route", () => {
  expect(Object.keys(pathsByRoute).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

/** Opens a page and touches it, so that parts which hydrate late are hydrated too. */
const openAndTouch = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.mouse.move(4, 4);
  await page.keyboard.press("Tab");
  await page.waitForLoadState("networkidle");
};

const openEveryScreen = async (page: Page, seller: string): Promise<void> => {
  await page.goto(`/${seller}/events`);
  const links = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const events = [...new Set(links)].filter((href) => /\/events\/[0-9a-f-]{36}/.test(href));
  expect(events.length, seller).toBeGreaterThan(4);
  for (const path of events) await openAndTouch(page, path);
  for (const path of Object.values(pathsByRoute).flat()) await openAndTouch(page, `/${seller}/${path}`);
};

/** Refusals are what some of these pages are about; errors of the page fail the test by themselves. */
const newWatchedVisitor = () => newVisitor({ expectedRefusals: /./ });

const logIn = async (page: Page, seller: string): Promise<void> => {
  await openShop(page, seller);
  if (seller !== "kiwa") return logInByPassword(page, seller);
  await openLogin(page);
  await dialog(page).getByLabel("Member ID").fill(memberNumber(seller));
  await dialog(page).getByLabel("Last name").fill(demoMember(seller).last_name);
  await page.keyboard.press("Enter");
  await waitForLogin(page);
};

const visitors = [
  ...["harbor", "larkfield", "opal", "kiwa"].map((seller) => ["visitor", seller] as const),
  ...["harbor", "larkfield", "kiwa"].map((seller) => ["member", seller] as const),
];

test.each(sampledToday(visitors, 1))(
  "no screen writes an error to the console for a %s of %s",
  { timeout: 300_000 },
  async (who, seller) => {
    const page = await newWatchedVisitor();
    if (who === "member") await logIn(page, seller);
    await openEveryScreen(page, seller);
    if (who === "member") await openAndTouch(page, `/${seller}/logout`);
  },
);
