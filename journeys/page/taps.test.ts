import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { sampledToday } from "../../scripts/sampling.ts";
import { countTaps, type Effort, type TapCounter } from "../support/countTaps.ts";
import { logInByPassword } from "../support/login.ts";
import { cards, newAddress, openShop, stepper, visibleButton, waitForOrder } from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

/** The purchase: one ticket for the next time of an event. */
type Visit = { readonly seller: string; readonly event: string; readonly ticket: string };
const visits = {
  harbor: { seller: "harbor", event: "Museum Admission", ticket: "Adult" },
  larkfield: { seller: "larkfield", event: "Garden Entry", ticket: "Adult" },
  kiwa: { seller: "kiwa", event: "Night Walk", ticket: "Adult" },
  opal: { seller: "opal", event: "Symphony Night", ticket: "Adult" },
} as const satisfies Record<string, Visit>;

const newPhone = () => newVisitor({ viewport: phone, hasTouch: true });

/** Goes from the listing to the checkout, with as few taps as the seller's questions allow. */
const goToCheckout = async (page: Page, { event, ticket }: Visit, by: TapCounter): Promise<void> => {
  const poster = page.getByRole("article").filter({ has: page.getByRole("heading", { name: event }) });
  await by.tap(poster.getByRole("link", { name: /^Next: / }));
  await page.getByRole("heading", { level: 1, name: event }).waitFor();
  const adult = stepper(page, ticket).first();
  await adult.waitFor();
  // A later visit in the same browser starts with the same tickets.
  if (!page.url().includes("quantity=")) await by.tap(adult.getByRole("button", { name: "More" }));
  const seats = page.getByRole("button", { name: "Choose the best available" });
  const reserveButton = visibleButton(page, "Reserve");
  await reserveButton.or(seats).first().waitFor();
  if (event === visits.opal.event) {
    const chosen = page.getByRole("button", { name: "Change seats" });
    if (!page.url().includes("quantity=")) await by.tap(seats);
    await chosen.waitFor();
  }
  await by.tap(reserveButton);
  const checkout = page.getByRole("heading", { level: 1, name: "Checkout" });
  const onward = page
    .getByRole("main")
    .getByRole("button", { name: /^No thanks/ })
    .or(page.getByRole("main").getByRole("link", { name: "Go to checkout" }));
  for (;;) {
    await checkout.or(onward).first().waitFor();
    if (await checkout.isVisible()) return;
    await by.tap(onward);
    await onward.waitFor({ state: "hidden" });
  }
};

const details = (page: Page): readonly (readonly [Locator, string])[] => {
  const email = newAddress();
  return [
    [page.getByLabel("First name"), "Ada"],
    [page.getByLabel("Last name"), "Byron"],
    [page.getByLabel("Email", { exact: true }), email],
    [page.getByLabel("Confirm email"), email],
  ];
};
const card = (page: Page): readonly (readonly [Locator, string])[] => [
  [page.getByLabel("Card number"), cards.good],
  [page.getByLabel("Expiry date"), "1239"],
  [page.getByLabel("Security code"), "123"],
];

/** Paying accepts the terms. */
const payFor = async (page: Page, by: TapCounter, button: RegExp = /^Pay /): Promise<void> => {
  await by.tap(visibleButton(page, button));
  await waitForOrder(page);
};

/** A browser only fills in a field whose `autocomplete` says what belongs there. */
const fillsIn: Readonly<Record<string, string>> = {
  "given-name": "Ada",
  "family-name": "Byron",
  email: "ada.returns@example.com",
  tel: "+44 20 7946 0000",
  "address-line1": "1 Garden Gate",
  "address-level2": "London",
  "postal-code": "SE22 8AA",
  "cc-number": cards.good,
  "cc-exp": "1239",
  "cc-csc": "123",
};
const fillInByBrowser = async (page: Page): Promise<readonly string[]> => {
  const notNamed: string[] = [];
  await page.getByLabel("Card number").waitFor();
  for (const field of await page.getByRole("main").locator('form input[aria-required="true"]:visible').all()) {
    if ((await field.getAttribute("type")) === "checkbox" || (await field.inputValue()) !== "") continue;
    const value = fillsIn[(await field.getAttribute("autocomplete")) ?? ""];
    if (value === undefined) notNamed.push((await field.getAttribute("name")) ?? "");
    else await field.fill(value);
  }
  return notNamed;
};

/** Upper limits: if nothing can be added to the visit, the page of add-ons and its tap are skipped. */
const expectAtMost = ({ taps, typed }: Effort, most: Effort): void => {
  expect(taps, "taps").toBeLessThanOrEqual(most.taps);
  expect(typed, "typed fields").toBeLessThanOrEqual(most.typed);
};

const sellers = ["harbor", "larkfield", "kiwa", "opal"] as const satisfies readonly (keyof typeof visits)[];
/** At Opal, seats have to be chosen. */
const most = { harbor: 5, larkfield: 5, kiwa: 5, opal: 6 } as const;
/** The next visit starts with the tickets of the last one, and at Opal with the best seats for them. */
const mostNextTime = { harbor: 4, larkfield: 4, kiwa: 4, opal: 4 } as const;

test.each(sampledToday(sellers, 1))(
  "a first visit to %s takes no more taps and typed fields than counted",
  async (seller) => {
    const page = await newPhone();
    await openShop(page, seller);
    const by = countTaps();
    await goToCheckout(page, visits[seller], by);
    for (const [field, text] of [...details(page), ...card(page)]) await by.type(field, text);
    await payFor(page, by);
    expectAtMost(by.effort(), { taps: most[seller], typed: 7 });
  },
);

test.each(sampledToday(sellers, 1))(
  "a visitor of %s whose browser fills in types nothing, and taps four times the next time",
  async (seller) => {
    const page = await newPhone();
    for (const taps of [most[seller], mostNextTime[seller]]) {
      await openShop(page, seller);
      const by = countTaps();
      await goToCheckout(page, visits[seller], by);
      expect(await fillInByBrowser(page), "fields that a browser cannot fill in").toEqual([]);
      await payFor(page, by);
      expectAtMost(by.effort(), { taps, typed: 0 });
    }
  },
);

/** The last tap is in the wallet's own sheet, where a phone asks for a fingerprint or a face. */
const payByWallet = async (page: Page, by: TapCounter): Promise<void> => {
  const sheet = page.getByRole("dialog", { name: "Demo wallet" });
  await by.tap(page.getByRole("main").getByRole("button", { name: "Demo wallet", exact: true }));
  await by.tap(sheet.getByRole("button", { name: /^Confirm / }));
  await waitForOrder(page);
};

test.each(sampledToday(["harbor", "opal"] as const, 1))(
  "a visitor of %s with a wallet types nothing, and taps four times and once in its sheet the next time",
  async (seller) => {
    const page = await newPhone();
    for (const taps of [seller === "opal" ? 7 : 6, 5]) {
      await openShop(page, seller);
      const by = countTaps();
      await goToCheckout(page, visits[seller], by);
      await payByWallet(page, by);
      expectAtMost(by.effort(), { taps, typed: 0 });
    }
  },
);

test("a member of larkfield who is logged in types the card only", async () => {
  const page = await newPhone();
  await openShop(page, "larkfield");
  await logInByPassword(page, "larkfield");
  const by = countTaps();
  await goToCheckout(page, visits.larkfield, by);
  // A code for the account's postcode changes the total once the checkout is open.
  await page.getByRole("button", { name: "Remove NEIGHBOUR" }).waitFor();
  for (const [field, text] of card(page)) await by.type(field, text);
  await payFor(page, by);
  expectAtMost(by.effort(), { taps: most.larkfield, typed: 3 });
});

test("a member of harbor with a saved card types nothing, and taps four times the next time", async () => {
  const page = await newPhone();
  await openShop(page, "harbor");
  await logInByPassword(page, "harbor");
  for (const taps of [5, 4]) {
    await openShop(page, "harbor");
    const by = countTaps();
    await goToCheckout(page, visits.harbor, by);
    await payFor(page, by, /^Pay .* with Visa …/);
    expectAtMost(by.effort(), { taps, typed: 0 });
  }
});
