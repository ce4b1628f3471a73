import { handlerNames } from "@foyer/contract/handlers.ts";
import { describe, expect, test } from "vitest";
import {
  grantsAdmission,
  handlerPolicies,
  hasSeats,
  hasTerm,
  isDonation,
  isForSession,
  isGiftCard,
  isMembership,
  isMonetary,
  isOneTicket,
  isReservable,
  isVisit,
  mayNameRecipient,
  needsNoSession,
  needsSession,
  salesForm,
  salesTitle,
  type WithHandler,
} from "./handlers.ts";

test("every handler of the contract has a policy, and no other has one", () =>
  expect(Object.keys(handlerPolicies).toSorted()).toEqual(handlerNames.toSorted()));

const questions = {
  isForSession,
  hasSeats,
  grantsAdmission,
  isVisit,
  hasTerm,
  isMonetary,
  mayNameRecipient,
  isMembership,
  isGiftCard,
  isDonation,
  isOneTicket,
  isReservable,
} satisfies Record<string, (group: WithHandler) => boolean>;

test.each([
  ["tickets", ["isForSession", "grantsAdmission", "isVisit", "isReservable"]],
  ["seated", ["isForSession", "hasSeats", "grantsAdmission", "isVisit", "isReservable"]],
  ["passes", ["grantsAdmission", "isVisit", "hasTerm", "isReservable"]],
  ["codes", ["isVisit", "isReservable"]],
  ["ledger", ["isMonetary", "mayNameRecipient", "isGiftCard", "isOneTicket"]],
  ["donation", ["isMonetary", "isDonation", "isOneTicket"]],
  ["membership", ["grantsAdmission", "isMembership"]],
] as const)("%s answers yes to %j and no to every other question", (handler, expected) => {
  const yes = Object.entries(questions).flatMap(([name, ask]) => (ask({ handler }) ? [name] : []));
  expect(yes).toEqual(Object.keys(questions).filter((name) => expected.some((one) => one === name)));
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

describe("choosing a session", () => {
  test.each([
    ["tickets", null, true, false],
    ["tickets", "fixedfrom", false, true],
    ["seated", null, true, false],
    ["seated", "fixedto", true, false],
    ["passes", null, false, true],
    ["codes", null, false, true],
    ["ledger", null, false, false],
    ["donation", null, false, false],
    ["membership", null, false, false],
  ] as const)("%s with start policy %s: needed %s, sold without one %s", (handler, start_policy, needed, without) => {
    expect(needsSession({ handler, start_policy })).toBe(needed);
    expect(needsNoSession({ handler, start_policy })).toBe(without);
  });
});
