import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { sampledToday } from "../../scripts/sampling.ts";
import { countTaps, type Effort, type TapCounter } from "../support/countTaps.ts";
import { logInByPassword } from "../support/login.ts";
import { cards, newAddress, openShop, stepper, visibleButton, waitForOrder } from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

/** What is bought: one ticket for the next time of an event. */
type Visit = { readonly seller: string; readonly event: string; readonly ticket: string };
const visits = {
  harbor: { seller: "harbor", event: "Museum Admission", ticket: "Adult" },
  larkfield: { seller: "larkfield", event: "Garden Entry", ticket: "Adult" },
  kiwa: { seller: "kiwa", event: "Night Walk", ticket: "Adult" },
  opal: { seller: "opal", event: "Symphony Night", ticket: "Adult" },
} as const satisfies Record<string, Visit>;

const newPhone = () => newVisitor({ viewport: phone, hasTouch: true });

/** From the listing to the checkout, with as few taps as the seller's questions allow. */
const goToCheckout = async (page: Page, { event, ticket }: Visit, by: TapCounter): Promise<void> => {
  const poster = page.getByRole("article").filter({ has: page.getByRole("heading", { name: event }) });
  await by.tap(poster.getByRole("link", { name: /^Next: / }));
  await page.getByRole("heading", { level: 1, name: event }).waitFor();
  await by.tap(stepper(page, ticket).first().getByRole("button", { name: "More" }));
  const seats = page.getByRole("button", { name: "Choose the best available" });
  const reserveButton = visibleButton(page, "Reserve");
  await reserveButton.or(seats).first().waitFor();
  if (event === visits.opal.event) {
    await by.tap(seats);
    await page.getByRole("button", { name: "Change seats" }).waitFor();
  }
  await by.tap(reserveButton);
  const checkout = page.getByRole("heading", { level: 1, name: "Checkout" });
  const guest = page.getByRole("dialog").getByRole("button", { name: "Shop as a Guest" });
  const onward = page
    .getByRole("main")
    .getByRole("button", { name: /^No thanks/ })
    .or(page.getByRole("main").getByRole("link", { name: "Go to checkout" }));
  for (;;) {
    await checkout.or(guest).or(onward).first().waitFor();
    if (await checkout.isVisible()) return;
    const next = (await guest.isVisible()) ? guest : onward;
    await by.tap(next);
    await next.waitFor({ state: "hidden" });
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

/** The terms, read where the seller asks for it, and the pay button. */
const payFor = async (page: Page, by: TapCounter): Promise<void> => {
  const terms = page.getByRole("checkbox", { name: "I accept the terms and conditions" });
  const accept = page.getByRole("dialog").getByRole("button", { name: "Accept" });
  await by.tap(terms);
  await expect.poll(async () => (await accept.isVisible()) || (await terms.isChecked())).toBe(true);
  if (await accept.isVisible()) {
    await by.tap(accept);
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await by.tap(visibleButton(page, /^Pay /));
  await waitForOrder(page);
};

/** A browser fills a field in only if it says by its `autocomplete` what belongs there. */
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

/** At most: where nothing can be added to the visit, the page of add-ons and its tap fall away. */
const expectAtMost = ({ taps, typed }: Effort, most: Effort): void => {
  expect(taps, "taps").toBeLessThanOrEqual(most.taps);
  expect(typed, "typed fields").toBeLessThanOrEqual(most.typed);
};

// Larkfield asks once whether to log in, and has its terms opened: two taps more than the others.
const firstVisits = [
  ["harbor", { taps: 6, typed: 7 }],
  ["larkfield", { taps: 8, typed: 7 }],
  ["kiwa", { taps: 6, typed: 7 }],
  ["opal", { taps: 7, typed: 7 }],
] as const satisfies readonly (readonly [keyof typeof visits, Effort])[];
test.each(sampledToday(firstVisits, 1))(
  "a first visit to %s takes no more taps and typed fields than counted",
  async (seller, most) => {
    const page = await newPhone();
    await openShop(page, seller);
    const by = countTaps();
    await goToCheckout(page, visits[seller], by);
    for (const [field, text] of [...details(page), ...card(page)]) await by.type(field, text);
    await payFor(page, by);
    expectAtMost(by.effort(), most);
  },
);

const filledInVisits = [
  ["opal", { taps: 7, typed: 0 }],
  ["harbor", { taps: 6, typed: 0 }],
  ["larkfield", { taps: 8, typed: 0 }],
  ["kiwa", { taps: 6, typed: 0 }],
] as const satisfies readonly (readonly [keyof typeof visits, Effort])[];
test.each(sampledToday(filledInVisits, 1))(
  "a visitor of %s whose browser fills in types nothing",
  async (seller, most) => {
    const page = await newPhone();
    await openShop(page, seller);
    const by = countTaps();
    await goToCheckout(page, visits[seller], by);
    expect(await fillInByBrowser(page), "fields that a browser cannot fill in").toEqual([]);
    await payFor(page, by);
    expectAtMost(by.effort(), most);
  },
);

test.each([
  ["harbor", { taps: 6, typed: 3 }],
  ["larkfield", { taps: 7, typed: 3 }],
] as const satisfies readonly (readonly [keyof typeof visits, Effort])[])(
  "a member of %s who is logged in types the card only",
  async (seller, most) => {
    const page = await newPhone();
    await openShop(page, seller);
    await logInByPassword(page, seller);
    const by = countTaps();
    await goToCheckout(page, visits[seller], by);
    // A code for the post code of the account changes the total once the checkout is open.
    if (seller === "larkfield") await page.getByRole("button", { name: "Remove NEIGHBOUR" }).waitFor();
    for (const [field, text] of card(page)) await by.type(field, text);
    await payFor(page, by);
    expectAtMost(by.effort(), most);
  },
);
