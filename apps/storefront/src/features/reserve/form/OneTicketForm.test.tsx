import { act } from "react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allByRole, type } from "@foyer/ui/test/dom.tsx";
import {
  requests,
  click,
  nextButton,
  openEventPage,
  radio,
  send,
  sendTwice,
  sentBodies,
  text,
  fakeShop,
} from "../../../../test/reserve/eventPage.tsx";
import { event, group, id, refusal, template } from "../../../../test/reserve/eventData.ts";

beforeAll(() => Promise.all([import("../details/DetailFields.tsx"), import("../submit/submitReservation.ts")]));

// $20, and an amount between $5 and $500 that the fixtures call Patron.
const donation = { ...group, handler: "donation", name: "Support us" };
const card = { ...group, handler: "ledger", name: "Gift card" };
const amount = () => document.querySelector("input[data-money]") as HTMLInputElement;
const isChosen = (start: string) => radio(start).getAttribute("aria-checked") === "true";

describe("a donation", () => {
  beforeEach(() => {
    fakeShop.template = { ...template, event_type: "other" };
    fakeShop.groups = [donation];
  });

  test("offers fixed amounts and adds one to the cart", async () => {
    await openEventPage();
    expect(allByRole("spinbutton")).toEqual([]);
    expect(nextButton().textContent).toBe("Choose an amount");
    await sendTwice();
    expect(text()).toContain("Please select a donation to continue.");
    expect(document.activeElement).toBe(radio("$20"));
    await click(radio("$20"));
    expect(text()).not.toContain("Please select");
    await send();
    expect(sentBodies).toMatchObject([
      {
        add: [{ event_template_id: event, ticket_types_required: [{ ticket_type_id: id(30), quantity: 1 }] }],
        reserve: true,
      },
    ]);
    expect(location.pathname).toBe("/harbor/checkout");
  });

  test("accepts a custom amount within limits", async () => {
    await openEventPage();
    await click(radio("Patron"));
    type(amount(), "4");
    await send();
    expect(text()).toContain("Value entered is outside min/max");
    expect(document.activeElement).toBe(amount());
    type(amount(), "75");
    expect(text()).toContain("$75.00");
    await send();
    expect(sentBodies).toMatchObject([
      { add: [{ ticket_types_required: [{ ticket_type_id: id(31), quantity: 1, face_value: "75.00" }] }] },
    ]);
  });

  test.each([
    ["select=adult", "$20", ""],
    ["select=Patron&price=75", "Patron", "75"],
    ["price=20", "$20", undefined],
    ["price=33", "Patron", "33"],
  ])("?%s chooses %s", async (search, chosen, price) => {
    await openEventPage(search);
    expect(isChosen(chosen)).toBe(true);
    if (price) expect(amount().value).toBe(price);
  });

  test("a link chooses until the visitor does, also when its query is known only after the first view", async () => {
    await openEventPage();
    act(() => window.history.replaceState(null, "", `${location.pathname}?price=33`));
    expect([isChosen("Patron"), amount().value]).toEqual([true, "33"]);
    await click(radio("$20"));
    act(() => window.history.replaceState(null, "", `${location.pathname}?price=44`));
    expect(isChosen("$20")).toBe(true);
  });

  test("a donation is loaded by its ticket group", async () => {
    await openEventPage();
    expect(requests.some((one) => one.includes(`/cached_api/ticket_group/${id(20)}`))).toBe(true);
  });

  test("shows a refusal in the form", async () => {
    fakeShop.reserve = () => ({
      status: 422,
      body: refusal("max_tickets_per_order_exceeded", "reserve", "One at a time."),
    });
    await openEventPage("select=adult");
    await send();
    expect(text()).toContain("One at a time.");
  });

  test("shows a notice when closed", async () => {
    fakeShop.groups = [{ ...donation, sold_out: true }];
    await openEventPage();
    expect(document.body.textContent).toContain("Sorry, tickets are not available for this event.");
  });
});

describe("a gift card", () => {
  const message = { properties: { message: { type: "string", title: "A message" } } };
  beforeEach(() => {
    fakeShop.template = { ...template, event_type: "other" };
    fakeShop.groups = [
      { ...card, meta: { admit_names: "optional", admit_emails: "optional" }, additional_info_spec: message },
    ];
  });

  test("a gift card has its own text for a missing amount", async () => {
    await openEventPage();
    await sendTwice();
    expect(text()).toContain("Please select a gift card to continue.");
  });

  test("a gift card may have a recipient although the seller asks for no names", async () => {
    fakeShop.groups = [{ ...card, meta: {}, additional_info_spec: null }];
    await openEventPage("select=adult");
    expect(text()).toContain("Who is it for?");
  });

  test("a gift card may have a recipient and a message", async () => {
    await openEventPage("select=adult");
    expect(text()).toContain("Who is it for?");
    const input = (label: string) =>
      [...document.querySelectorAll("label")]
        .filter((one) => one.textContent.startsWith(label))
        .map((one) => document.getElementById(one.htmlFor) as HTMLInputElement)[0] as HTMLInputElement;
    type(input("First name"), "Ada");
    await send();
    expect(sentBodies).toEqual([]);
    expect(document.activeElement).toBe(input("Last name"));
    type(input("Last name"), "Lovelace");
    type(input("Email"), "ada@example.org");
    type(input("A message"), "Enjoy!");
    await send();
    expect(sentBodies).toMatchObject([
      {
        add: [{ ticket_types_required: [{ admit_names: ["Ada Lovelace"], admit_emails: ["ada@example.org"] }] }],
        additionalInfo: { [id(20)]: { message: "Enjoy!" } },
      },
    ]);
  });
});

test.each([
  ["a donation", [donation], false],
  ["a gift card", [card], false],
  ["a visit", [group], true],
  ["a visit with a donation", [group, donation], true],
])("%s: the page names the venue where there is a visit", async (_, groups, hasVenue) => {
  fakeShop.venue = { id: id(90), name: "Main House", timezone: "America/New_York", address: null };
  fakeShop.groups = groups;
  await openEventPage();
  expect(document.body.textContent.includes("Main House")).toBe(hasVenue);
});
