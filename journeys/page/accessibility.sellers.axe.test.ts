import { describe, expect, test } from "vitest";
import { collectFindings, scanned } from "../support/accessibility/axe.ts";
import { sampledToday } from "../../scripts/sampling.ts";
import {
  addTickets,
  acceptTermsAsAsked,
  cards,
  dateOptions,
  fillCard,
  fillCart,
  fillPurchaser,
  goToCheckout,
  waitForOrder,
  newAddress,
  openEvent,
  openShop,
  pay,
  chooseDate,
  chooseTime,
  reserve,
  stepper,
} from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const sellers = [
  { seller: "harbor", event: "Museum Admission", ticket: "Adult", empty: "category=Passes&date=today" },
  { seller: "opal", event: "Hall Tour", ticket: "Adult", empty: "category=Nothing" },
  { seller: "larkfield", event: "The Pressed Garden", ticket: "Adult", empty: "category=Workshops&date=2001-01-01" },
  { seller: "kiwa", event: "Night Walk", ticket: "Adult", empty: "category=Nothing" },
] as const;

describe.each(sampledToday(sellers, 1))("$seller", ({ seller, event, ticket, empty }) => {
  test(`listing, event and cart of ${seller} are accessible (${scanned})`, async () => {
    const page = await newVisitor();
    const { found, at } = collectFindings(page);
    await page.goto(`/${seller}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await at("home");
    await page.goto(`/${seller}/events?${empty}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await at("listing, narrowed");
    await openShop(page, seller);
    await at("listing");
    await openEvent(page, event);
    const address = page.url();
    await dateOptions(page).first().waitFor();
    await at("event, dates");
    await page.getByRole("button", { name: "More dates" }).click();
    await page.getByRole("dialog", { name: "Choose date" }).waitFor();
    await at("event, calendar");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await chooseDate(page);
    await page.getByRole("radiogroup", { name: "Choose a time" }).waitFor();
    await at("event, times");
    await chooseTime(page);
    await stepper(page, ticket).waitFor();
    await addTickets(page, ticket, 2);
    await at("event, tickets");
    await reserve(page);
    await page
      .getByRole("heading", { level: 1 })
      .and(page.getByText(event, { exact: true }))
      .waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await at("what else is offered");
    await goToCheckout(page);
    await at("checkout");
    await page.goto(address);
    await page.getByRole("heading", { level: 1, name: event }).waitFor();
    await page.setViewportSize(phone);
    await page.getByRole("button", { name: /^Open your (cart|basket)$/ }).click();
    await page
      .getByRole("dialog", { name: /^Your (cart|basket)$/ })
      .getByText(`2 × ${ticket}`)
      .waitFor();
    await at("cart");
    await page.goto(`/${seller}/checkout`);
    await goToCheckout(page);
    await fillPurchaser(page, newAddress());
    await fillCard(page, cards.good);
    await acceptTermsAsAsked(page);
    await at("checkout, filled");
    await pay(page);
    await waitForOrder(page);
    await at("complete");
    expect(found).toEqual([]);
  });

  test(`pending payment, missing pages and screens outside the shop of ${seller} are accessible (${scanned})`, async () => {
    const page = await newVisitor({ expectedRefusals: /\/my\/cart\/[^/]+\/pay\b|(?:no-such-page|forgot-password)$/ });
    const { found, at } = collectFindings(page);
    await fillCart(page, { seller, event, ticket, count: 1 });
    await fillPurchaser(page, newAddress());
    await fillCard(page, cards.debit);
    await acceptTermsAsAsked(page);
    await pay(page);
    await page.getByRole("heading", { level: 1, name: "Payment pending" }).waitFor();
    await at("pending");
    for (const path of ["checkout", "no-such-page", "resend", "membership", "login", "user/forgot-password", "error"]) {
      await page.goto(`/${seller}/${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await at(path);
    }
    expect(found).toEqual([]);
  });
});
