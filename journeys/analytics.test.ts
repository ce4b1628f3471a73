import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { runFoyer } from "./support/runFoyer.ts";
import {
  addTickets,
  buyer,
  cards,
  fillCard,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  readOrderNumber,
  pay,
  chooseDate,
  chooseTime,
  reserve,
} from "./support/shop.ts";
import { newVisitor, phone } from "./support/visitor.ts";

beforeAll(() => runFoyer(["import", join(import.meta.dirname, "support/quay.yaml")]));

type Item = {
  readonly item_name: string;
  readonly item_variant: string;
  readonly price: number;
  readonly quantity: number;
};
type TrackedEvent = {
  readonly page: string;
  readonly told: {
    readonly event: string;
    readonly ecommerce?: { value: number; transaction_id?: string; items: Item[] };
  };
};

/** What a container does with the data layer: it sends on what is in there and what comes. Runs in the browser. */
const fakeTagManager = (): void => {
  const layer = (window as unknown as { dataLayer: object[] }).dataLayer;
  const send = (told: object): void => {
    if (!("event" in told)) return;
    void fetch("https://region1.google-analytics.com/g/collect", {
      method: "POST",
      mode: "no-cors",
      keepalive: true,
      body: JSON.stringify({ page: window.location.href, told }),
    });
  };
  for (const told of layer) send(told);
  const push = layer.push.bind(layer);
  layer.push = (...more) => {
    for (const told of more) send(told);
    return push(...more);
  };
};

/** Whoever is beyond the page's own server: what was asked for there, from which page, and what was told. */
const recordEvents = async (page: Page) => {
  const asked: { readonly from: string; readonly url: string }[] = [];
  const heard: TrackedEvent[] = [];
  await page.context().route(/google/, (route) => {
    const request = route.request();
    asked.push({ from: new URL(page.url()).pathname, url: request.url() });
    if (request.url().includes("/gtm.js"))
      return route.fulfill({ contentType: "text/javascript", body: `(${fakeTagManager.toString()})()` });
    heard.push(JSON.parse(request.postData() ?? "") as TrackedEvent);
    return route.fulfill({ status: 204 });
  });
  return { asked, heard };
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

test("a visit is measured once its visitor agrees, purchase and all, and nobody is in what is told (T144)", async () => {
  const page = await newVisitor();
  const { asked, heard } = await recordEvents(page);
  const events = () => heard.map(({ told }) => told.event).filter((event) => event !== "gtm.js");

  await fillPurchaserForm(page);
  await consent(page).waitFor();
  expect(await dataLayer(page)).toBe("none");
  await consent(page).getByRole("button", { name: "Yes, that's fine" }).click();
  await consent(page).waitFor({ state: "detached" });
  await expect
    .poll(() => asked.map(({ url }) => url))
    .toContain("https://www.googletagmanager.com/gtm.js?id=GTM-QUAY01");

  // Looked at again, by somebody who agreed. The date and the time are in the address.
  await page.reload();
  await addTickets(page, "Adult", 2);
  await expect.poll(events).toEqual(["view_item"]);
  const address = page.url();
  await reserve(page);
  await goToCheckout(page);
  await expect.poll(events).toEqual(["view_item", "add_to_cart"]);

  // Back, and everything out again.
  await page.goto(address);
  const items = page.getByRole("complementary");
  await items.getByRole("button", { name: "Remove General Admission" }).click();
  await items.getByRole("group", { name: "Remove item?" }).getByRole("button", { name: "Confirm" }).click();
  await expect.poll(events).toContain("remove_from_cart");
  heard.length = 0;

  await fillPurchaserForm(page);
  await reserve(page);
  await goToCheckout(page);
  const email = newAddress();
  await fillPurchaser(page, email);
  const before = asked.length;
  expect(await page.evaluate(() => [...document.scripts].filter(({ src }) => src.includes("google")).length)).toBe(0);
  await fillCard(page, cards.good);
  await pay(page);
  await waitForOrder(page);
  const number = await readOrderNumber(page);
  await expect.poll(events).toContain("purchase");
  expect(asked.slice(0, before).some(({ from }) => from.includes("/checkout"))).toBe(false);
  expect(asked.filter(({ from }) => from.includes("/checkout")).every(({ from }) => from.endsWith("/complete"))).toBe(
    true,
  );

  const once = ["add_to_cart", "begin_checkout", "purchase"];
  expect(events().filter((event) => once.includes(event))).toEqual(once);
  const item = { item_name: "General Admission", item_variant: "Adult", price: 28, quantity: 2 };
  const told = (event: string) => heard.find((one) => one.told.event === event)?.told.ecommerce;
  expect(told("view_item")).toMatchObject({ items: [{ item_name: "General Admission", price: 28, quantity: 1 }] });
  expect(told("add_to_cart")).toMatchObject({ value: 56, items: [item] });
  expect(told("begin_checkout")).toMatchObject({ value: 56, items: [item] });
  expect(told("purchase")).toMatchObject({ value: 59, transaction_id: number, items: [item] });

  const said = JSON.stringify(heard);
  for (const secret of [buyer.last, email, encodeURIComponent(email), "token"]) expect(said).not.toContain(secret);

  // Opened again it is no other purchase.
  const known = heard.length;
  await page.reload();
  await waitForOrder(page);
  await expect.poll(() => heard.length).toBeGreaterThan(known);
  expect(events().filter((event) => event === "purchase")).toEqual(["purchase"]);
});

test("who opens an order by its link is not told of, nor who says no or says nothing", async () => {
  const page = await newVisitor({ viewport: phone });
  const { asked } = await recordEvents(page);
  await fillPurchaserForm(page);
  // It stands in nobody's way: the press below is a real one, on what is not covered.
  await consent(page).waitFor();
  await reserve(page);
  await goToCheckout(page);
  expect(await consent(page).count()).toBe(0);
  await fillPurchaser(page, newAddress());
  await fillCard(page, cards.good);
  await pay(page);
  await waitForOrder(page);
  await consent(page).waitFor();
  const { violations } = await new AxeBuilder({ page }).include('section[aria-label="Analytics"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  const link = await page.getByRole("link", { name: "View your tickets" }).first().getAttribute("href");
  expect(link).toContain("token=");
  await consent(page).getByRole("button", { name: "No, thank you" }).click();
  await consent(page).waitFor({ state: "detached" });
  await page.reload();
  await waitForOrder(page);
  expect(await consent(page).count()).toBe(0);
  expect(await dataLayer(page)).toBe("none");
  expect(asked).toEqual([]);

  const other = await newVisitor({ viewport: phone });
  const { asked: byOther } = await recordEvents(other);
  await openShop(other, "quay");
  await consent(other).getByRole("button", { name: "Yes, that's fine" }).click();
  await expect.poll(() => byOther.length).toBeGreaterThan(0);
  // What the listing tells while it is left is told by then.
  await other.goto("about:blank");
  await other.waitForLoadState("networkidle");
  byOther.length = 0;
  await other.goto(link ?? "");
  await waitForOrder(other);
  await other.waitForLoadState("networkidle");
  expect(byOther).toEqual([]);
});
