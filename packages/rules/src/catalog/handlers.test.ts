import { handlerNames } from "@foyer/contract/handlers.ts";
import { describe, expect, test } from "vitest";
import {
  hasOwnQuestions,
  grantsAdmission,
  handlerPolicies,
  handlersWhere,
  hasSeats,
  hasTerm,
  isDonation,
  isGiftCard,
  isMembership,
  isChangeable,
  isMonetary,
  isSendable,
  isTaxed,
  isOneTicket,
  isReservable,
  isVisit,
  mayNameRecipient,
  needsNoSession,
  needsSession,
  pricesSessions,
  salesForm,
  salesTitle,
  type WithHandler,
} from "./handlers.ts";

test("every handler of the contract has a policy, and no other has one", () =>
  expect(Object.keys(handlerPolicies).toSorted()).toEqual(handlerNames.toSorted()));

// A migration only allows names of this form.
test.each(handlerNames)("%s is a name that the database accepts", (name) =>
  expect(name).toMatch(/^[a-z][a-z_]{0,29}$/),
);

test.each([
  ["have seats", hasSeats, ["seated"]],
  ["can be changed by buyers after the sale", isChangeable, ["tickets"]],
  ["can be sent on", isSendable, ["tickets", "seated"]],
  ["are worth what is paid", isMonetary, ["ledger", "donation"]],
  ["are places on a membership", isMembership, ["membership"]],
  ["bear tax when they are sold", isTaxed, ["tickets", "seated", "passes", "codes", "membership"]],
])("lists the handlers whose tickets %s", (_, question, names) => expect(handlersWhere(question)).toEqual(names));

const questions = {
  pricesSessions,
  hasSeats,
  grantsAdmission,
  isVisit,
  hasTerm: ({ handler }) => hasTerm({ handler, start_policy: null }),
  isChangeable,
  isMonetary,
  mayNameRecipient,
  hasOwnQuestions: hasOwnQuestions,
  isMembership,
  isGiftCard,
  isDonation,
  isOneTicket,
  isReservable,
} satisfies Record<string, (group: WithHandler) => boolean>;

test.each([
  ["tickets", ["pricesSessions", "grantsAdmission", "isVisit", "isChangeable", "isReservable"]],
  ["seated", ["pricesSessions", "hasSeats", "grantsAdmission", "isVisit", "isReservable"]],
  ["passes", ["grantsAdmission", "isVisit", "hasTerm", "isReservable"]],
  ["codes", ["isVisit", "isReservable"]],
  ["ledger", ["isMonetary", "mayNameRecipient", "hasOwnQuestions", "isGiftCard", "isOneTicket"]],
  ["donation", ["isMonetary", "isDonation", "isOneTicket"]],
  ["membership", ["grantsAdmission", "isMembership"]],
] as const)("%s has the properties %j and no others", (handler, expected) => {
  const held = Object.entries(questions).flatMap(([name, holds]) => (holds({ handler }) ? [name] : []));
  expect(held).toEqual(Object.keys(questions).filter((name) => expected.some((one) => one === name)));
});

test.each([
  ["tickets", "reserve", "event"],
  ["seated", "reserve", "event"],
  ["passes", "reserve", "event"],
  ["codes", "single", "event"],
  ["ledger", "one_ticket", "gift_card"],
  ["donation", "one_ticket", "donation"],
  ["membership", "membership", "membership"],
] as const)("%s is sold on the %s form under the title of a %s", (handler, form, title) => {
  expect(salesForm({ handler })).toBe(form);
  expect(salesTitle({ handler })).toBe(title);
});

describe("whether a session is selected", () => {
  test.each([
    ["tickets", null, true, false, false],
    ["tickets", "fixedfrom", false, true, true],
    ["seated", null, true, false, false],
    ["seated", "fixedto", true, false, false],
    ["passes", null, false, true, true],
    ["codes", null, false, true, false],
    ["ledger", null, false, false, false],
    ["donation", null, false, false, false],
    ["membership", null, false, false, false],
  ] as const)(
    "%s with start policy %s: needed %s, sold without one %s, valid for a term %s",
    (handler, start_policy, needed, without, term) => {
      expect(needsSession({ handler, start_policy })).toBe(needed);
      expect(needsNoSession({ handler, start_policy })).toBe(without);
      expect(hasTerm({ handler, start_policy })).toBe(term);
    },
  );
});
