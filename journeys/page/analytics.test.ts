import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { runFoyer } from "../support/runFoyer.ts";
import {
  addTickets,
  buyer,
  cards,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  readOrderNumber,
  payWith,
  chooseDate,
  chooseTime,
  reserve,
  reserveAsGuest,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

beforeAll(() => runFoyer(["import", join(import.meta.dirname, "../support/catalogues/quay.yaml")]));

type Item = {
  readonly item_name: string;
  readonly item_variant: string;
  readonly price: number;
  readonly quantity: number;
};
type TrackedEvent = {
  readonly page: string;
  readonly pushed: {
    readonly event: string;
    readonly ecommerce?: { value: number; transaction_id?: string; items: Item[] };
  };
};

/** A tag manager's container: it forwards what is in the data layer and what is added later. Runs in the browser. */
const fakeTagManager = (): void => {
  const layer = (window as unknown as { dataLayer: object[] }).dataLayer;
  const send = (pushed: object): void => {
    if (!("event" in pushed)) return;
    void fetch("https://region1.google-analytics.com/g/collect", {
      method: "POST",
      mode: "no-cors",
      keepalive: true,
      body: JSON.stringify({ page: window.location.href, pushed }),
    });
  };
  for (const pushed of layer) send(pushed);
  const push = layer.push.bind(layer);
  layer.push = (...more) => {
    for (const pushed of more) send(pushed);
    return push(...more);
  };
};

/** Answers requests to other servers, and records them with their page and their data. */
const recordEvents = async (page: Page) => {
  const requests: { readonly from: string; readonly url: string }[] = [];
  const tracked: TrackedEvent[] = [];
  await page.context().route(/google/, (route) => {
    const request = route.request();
    requests.push({ from: new URL(page.url()).pathname, url: request.url() });
    if (request.url().includes("/gtm.js"))
      return route.fulfill({ contentType: "text/javascript", body: `(${fakeTagManager.toString()})()` });
    tracked.push(JSON.parse(request.postData() ?? "") as TrackedEvent);
    return route.fulfill({ status: 204 });
  });
  return { asked: requests, heard: tracked };
};
const dataLayer = (page: Page) =>
  page.evaluate(() => (window as unknown as { dataLayer?: unknown[] }).dataLayer ?? "none");
const consent = (page: Page) => page.getByRole("region", { name: "Analytics" });
const fillPurchaserForm = async (page: Page): Promise<void> => {
  await openShop(page, "quay");
  await openEvent(page, "General Admission");
  await chooseDate(page);
  await chooseTime(page);
  await addTickets(page, "Adult", 2);
};

test("a visit is tracked after consent, including the purchase and without personal data", async () => {
  const page = await newVisitor();
  const { asked: requests, heard: tracked } = await recordEvents(page);
  const events = () => tracked.map(({ pushed }) => pushed.event).filter((event) => event !== "gtm.js");

  await fillPurchaserForm(page);
  await consent(page).waitFor();
  expect(await dataLayer(page)).toBe("none");
  await consent(page).getByRole("button", { name: "Yes, that's fine" }).click();
  await consent(page).waitFor({ state: "detached" });
  await expect
    .poll(() => requests.map(({ url }) => url))
    .toContain("https://www.googletagmanager.com/gtm.js?id=GTM-QUAY01");

  // The event again, after consent. Date and time are in the URL.
  await page.reload();
  await addTickets(page, "Adult", 2);
  await expect.poll(events).toEqual(["view_item"]);
  const address = page.url();
  await reserveAsGuest(page);
  await goToCheckout(page);
  await expect.poll(events).toEqual(["view_item", "add_to_cart"]);

  // Back to the cart, to remove everything.
  await page.goto(address);
  const items = page.getByRole("complementary");
  await items.getByRole("button", { name: "Remove General Admission" }).click();
  await items.getByRole("group", { name: "Remove item?" }).getByRole("button", { name: "Confirm" }).click();
  await expect.poll(events).toContain("remove_from_cart");
  tracked.length = 0;

  await fillPurchaserForm(page);
  await reserve(page);
  await goToCheckout(page);
  const email = newAddress();
  await fillPurchaser(page, email);
  const before = requests.length;
  expect(await page.evaluate(() => [...document.scripts].filter(({ src }) => src.includes("google")).length)).toBe(0);
  await payWith(page, cards.good);
  await waitForOrder(page);
  const number = await readOrderNumber(page);
  await expect.poll(events).toContain("purchase");
  expect(requests.slice(0, before).some(({ from }) => from.includes("/checkout"))).toBe(false);
  expect(
    requests.filter(({ from }) => from.includes("/checkout")).every(({ from }) => from.endsWith("/complete")),
  ).toBe(true);

  const once = ["add_to_cart", "begin_checkout", "purchase"];
  expect(events().filter((event) => once.includes(event))).toEqual(once);
  const item = { item_name: "General Admission", item_variant: "Adult", price: 28, quantity: 2 };
  const pushed = (event: string) => tracked.find((one) => one.pushed.event === event)?.pushed.ecommerce;
  expect(pushed("view_item")).toMatchObject({ items: [{ item_name: "General Admission", price: 28, quantity: 1 }] });
  expect(pushed("add_to_cart")).toMatchObject({ value: 56, items: [item] });
  expect(pushed("begin_checkout")).toMatchObject({ value: 56, items: [item] });
  expect(pushed("purchase")).toMatchObject({ value: 59, transaction_id: number, items: [item] });

  const text = JSON.stringify(tracked);
  for (const secret of [buyer.last, email, encodeURIComponent(email), "token"]) expect(text).not.toContain(secret);

  // Opening the order again is not a second purchase.
  const known = tracked.length;
  await page.reload();
  await waitForOrder(page);
  await expect.poll(() => tracked.length).toBeGreaterThan(known);
  expect(events().filter((event) => event === "purchase")).toEqual(["purchase"]);
});

test("nothing is tracked for an order opened by its link, nor without consent", async () => {
  const page = await newVisitor({ viewport: phone });
  const { asked: requests } = await recordEvents(page);
  await fillPurchaserForm(page);
  // The banner covers nothing: the click below is a real one.
  await consent(page).waitFor();
  await reserveAsGuest(page);
  await goToCheckout(page);
  expect(await consent(page).count()).toBe(0);
  await fillPurchaser(page, newAddress());
  await payWith(page, cards.good);
  await waitForOrder(page);
  await consent(page).waitFor();
  const { violations } = await new AxeBuilder({ page }).include('section[aria-label="Analytics"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the link to this order" }).click();
  await page.getByRole("button", { name: "Link copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("token=");
  await consent(page).getByRole("button", { name: "No, thank you" }).click();
  await consent(page).waitFor({ state: "detached" });
  await page.reload();
  await waitForOrder(page);
  expect(await consent(page).count()).toBe(0);
  expect(await dataLayer(page)).toBe("none");
  expect(requests).toEqual([]);

  const other = await newVisitor({ viewport: phone });
  const { asked: byOther } = await recordEvents(other);
  await openShop(other, "quay");
  await consent(other).getByRole("button", { name: "Yes, that's fine" }).click();
  await expect.poll(() => byOther.length).toBeGreaterThan(0);
  // By now the listing has sent the events of leaving it.
  await other.goto("about:blank");
  await other.waitForLoadState("networkidle");
  byOther.length = 0;
  await other.goto(link ?? "");
  await waitForOrder(other);
  await other.waitForLoadState("networkidle");
  expect(byOther).toEqual([]);
});
