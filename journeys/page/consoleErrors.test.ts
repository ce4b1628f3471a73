import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "../../apps/storefront/src/routes/routes.ts";
import { demoMember, dialog, logInByPassword, memberNumber, openLogin, waitForLogin } from "../support/login.ts";
import { sampledToday } from "../../scripts/sampling.ts";
import {
  cards,
  dateOptions,
  chooseTime,
  fillCard,
  fillPurchaser,
  goToCheckout,
  newAddress,
  openEvent,
  openShop,
  reserve,
  stepper,
  visibleButton,
  waitForOrder,
} from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

const unknownId = "3b1c0c2e-0000-4000-8000-000000000000";

/** A path of each route. Event pages are opened by the listing's links. */
const pathsByRoute: Readonly<Record<string, readonly string[]>> = {
  home: [""],
  events: ["events", "events?date=today", "events?date=nonsense"],
  "events-collection": ["events/season", "events/Tours"],
  event: [],
  "seller-page": ["terms", "privacy"],
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

test("the test knows a path for each route", () => {
  expect(Object.keys(pathsByRoute).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

/** Opens a page and touches it, so that parts with deferred hydration are hydrated too. */
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

/** Some of these pages are about refusals; errors of the page itself fail the test anyway. */
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

const buyTwoTickets = async (page: Page, who: "visitor" | "member", card: string): Promise<void> => {
  await openShop(page, "harbor");
  await openEvent(page, "Museum Admission");
  // The second day may be within 24 hours, when a visit can no longer be changed.
  await dateOptions(page).nth(2).click();
  await chooseTime(page);
  // Members are offered free tickets of the same name first.
  const moreButton = stepper(page, "Adult").first().getByRole("button", { name: "More" });
  for (let count = 0; count < 2; count++) await moreButton.click();
  await reserve(page);
  await goToCheckout(page);
  if (who === "visitor") await fillPurchaser(page, newAddress());
  await fillCard(page, card);
  // A member may have a saved card, whose button comes first.
  await visibleButton(page, /^Pay /).last().click();
};

/** Opens every link of a screen's content that leads to another screen of the same kind. */
const openLinks = async (page: Page, kind: RegExp): Promise<readonly string[]> => {
  const links = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((all) => all.flatMap((link) => (link instanceof HTMLAnchorElement ? [link.href] : [])));
  const opened = [...new Set(links)].filter((href) => kind.test(new URL(href).pathname));
  for (const href of opened) await openAndTouch(page, href);
  return opened;
};

test.each(sampledToday(["visitor", "member"] as const, 1))(
  "no screen of an order writes an error to the console for a %s",
  { timeout: 300_000 },
  async (who) => {
    const page = await newWatchedVisitor();
    if (who === "member") await logIn(page, "harbor");
    await buyTwoTickets(page, who, cards.debit);
    await page.waitForURL(/\/checkout\/pending\//);
    await openAndTouch(page, page.url());
    await buyTwoTickets(page, who, cards.good);
    await waitForOrder(page);
    const completed = page.url();
    await openAndTouch(page, completed);
    const [home = ""] = await openLinks(page, /\/manage\/[0-9a-f-]+$/);
    expect(home).toContain("/manage/");
    const steps = await openLinks(page, /\/manage\/.+\/reschedule\//);
    expect(steps).toHaveLength(1);
    await openAndTouch(page, home.replace("?", "/confirm?"));
    if (who === "visitor") return;
    await openAndTouch(page, "/harbor/my/orders");
    expect(await openLinks(page, /\/my\/orders\/[0-9a-f-]+$/)).not.toEqual([]);
    await openAndTouch(page, "/harbor/my/upcoming");
    expect(await openLinks(page, /\/my\/upcoming\/session\//)).not.toEqual([]);
  },
);
