import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { findEventId } from "../support/database.ts";
import { demoMember, enterEmail, enterPassword, logInByPassword } from "../support/login.ts";
import { runFoyer } from "../support/runFoyer.ts";
import {
  cards,
  fillCart,
  fillPurchaser,
  newAddress,
  openShop,
  payWith,
  readOrderNumber,
  storedCartId,
  waitForOrder,
} from "../support/shop.ts";
import { newVisitor } from "../support/visitor.ts";

beforeAll(() => runFoyer(["import", join(import.meta.dirname, "../support/catalogues/skerry.yaml")]));

const admission = { seller: "harbor", event: "Museum Admission", ticket: "Adult", count: 1 };

test("a seller without accounts offers neither login nor registration", async () => {
  const page = await newVisitor();
  await openShop(page, "opal");
  await page.getByRole("article").first().waitFor();
  for (const name of ["Log in", "Register", "Become a member"])
    expect(await page.getByRole("link", { name }).count(), name).toBe(0);
  expect(await page.getByText("Members see more.").count()).toBe(0);

  await page.goto("/opal/login");
  await page.getByText("Login is disabled").waitFor();
  await page.getByRole("main").getByRole("link", { name: "See all events" }).click();
  // Another journey changes the title of the list.
  await page.getByRole("heading", { level: 1, name: /^(?:Coming up|This season)$/ }).waitFor();
});

test("an event without dates, or for members at a seller without login, links to all events", async () => {
  const page = await newVisitor();
  for (const [name, text] of [
    ["Quiet Room", "Sorry, tickets are not available for this event."],
    ["Members Room", "This event is for members. Please contact Skerry for tickets."],
  ] as const) {
    await page.goto(`/skerry/events/${await findEventId("skerry", name)}`);
    await page.getByText(text).waitFor();
    expect(await page.getByRole("button", { name: "Reserve" }).count(), name).toBe(0);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^(?:See all events|Back to all events)$/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  }
});

test("a member's cart offers the login to a visitor who may not see it, and opens after it", async () => {
  const member = await newVisitor();
  await openShop(member, "harbor");
  await logInByPassword(member, "harbor");
  await member.getByRole("button", { name: "Hello, Ada" }).waitFor();
  await fillCart(member, admission);
  const cartId = await storedCartId(member, "harbor");

  const page = await newVisitor({ expectedRefusals: /\/(?:cart|login)\b/ });
  await page.goto(`/harbor/checkout/${cartId}`);
  await page.getByText("403 Access denied to cart").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await enterEmail(page, demoMember("harbor").email, "Use my password");
  await enterPassword(page, demoMember("harbor").password);
  await page.getByRole("main").getByRole("list", { name: "Your cart" }).getByText("Museum Admission").waitFor();
  expect(await page.getByText("403 Access denied to cart").count()).toBe(0);
});

test("the confirmation copies a link that opens the order in another browser", async () => {
  const page = await newVisitor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await fillCart(page, admission);
  await fillPurchaser(page, newAddress());
  await payWith(page, cards.good);
  await waitForOrder(page);
  const order = await readOrderNumber(page);
  expect(await page.getByRole("link", { name: "View your tickets" }).count()).toBe(0);
  await page.getByRole("button", { name: "Copy the link to this order" }).click();
  await page.getByRole("button", { name: "Link copied" }).waitFor();

  const elsewhere = await newVisitor();
  await elsewhere.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await waitForOrder(elsewhere);
  expect(await readOrderNumber(elsewhere)).toBe(order);
  expect(await elsewhere.getByRole("button", { name: "Copy the link to this order" }).count()).toBe(0);
});
