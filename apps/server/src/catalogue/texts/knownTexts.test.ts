import { expect, test } from "vitest";
import { checkOwnText, knownTexts, replaceableTexts } from "./knownTexts.ts";

test.each([
  ["the same placeholders", "reserve.date.selected", "Your day: {date}", {}],
  [
    "an unknown placeholder",
    "reserve.date.selected",
    "Your day: {day}",
    { error: /placeholder \{day\}.*it has \{date\}/ },
  ],
  ["a placeholder where there is none", "cart.title", "Basket of {name}", { error: /placeholder \{name\}/ }],
  ["a placeholder left out", "reserve.date.selected", "Your day is chosen", { doubt: /leaves out \{date\}/ }],
  ["nothing but spaces", "cart.title", " ", { doubt: /is empty/ }],
  ["a singular without its number", "orders.events_count.one", "One event", {}],
  ["a form that English does not have", "orders.events_count.few", "{count} events", {}],
  ["a form with an unknown placeholder", "orders.events_count.few", "{number} events", { error: /\{number\}/ }],
  ["an unknown key", "cart.titel", "Basket", { doubt: /replaces nothing/ }],
  ["a reason of a refused code", "error.code_not_found.expired", "Too late", {}],
  ["an error's placeholder", "error.max_tickets_per_order_exceeded", "{group}: {max} at most", {}],
  [
    "an error's unknown placeholder",
    "error.max_tickets_per_order_exceeded",
    "{group}: {most} at most",
    { error: /\{most\}.*it has \{group\}, \{max\}/ },
  ],
  ["an error's placeholder left out", "error.not_enough_seats", "{group}: no seats", { doubt: /leaves out \{type\}/ }],
  ["a reason's placeholder", "error.code_not_found.not_yet_valid", "From {day}", {}],
  ["a reason without one", "error.code_not_found.expired", "Since {day}", { error: /\{day\}/ }],
  ["an unknown error", "error.code_not_fond", "Unknown", { doubt: /replaces nothing/ }],
  ["a refused promo code", "promo.error.code_not_found", "Ask at the desk", {}],
  ["a refused promo code with a placeholder", "promo.error.code_not_found", "{code}?", { error: /\{code\}/ }],
  ["a label of a handler", "details.label.codes", "Number plate", {}],
  ["a label with a placeholder", "details.label.codes", "Plate of {name}", { error: /\{name\}/ }],
  ["a name that every object has", "constructor", "Basket", { doubt: /replaces nothing/ }],
] as const)("%s", (_, key, own, expected) => {
  const { error, doubt } = checkOwnText(key, own);
  const { error: wrong, doubt: doubtful } = expected as { error?: RegExp; doubt?: RegExp };
  expect(error ?? "").toMatch(wrong ?? /^$/);
  expect(doubt ?? "").toMatch(doubtful ?? /^$/);
});

test("contains texts of the storefront, e-mails, printed tickets, calendars and invoices", () => {
  for (const key of ["cart.title", "mail.part_paid.due", "ticket.page", "calendar.name", "invoice.title"])
    expect(
      [...knownTexts.keys()].some((known) => known.startsWith(`${key.split(".")[0]}.`)),
      key,
    ).toBe(true);
  expect(knownTexts.size).toBeGreaterThan(1_000);
});

test("contains only texts, and no names of queries", () => {
  expect([...knownTexts.keys()].filter((key) => key.includes("._"))).toEqual([]);
});

test("are listed by key together with why something is refused, each with its words", () => {
  expect(replaceableTexts.get("error.event_session_sold_out")).toBe(
    "Sorry, tickets are not available at the selected time.",
  );
  expect(replaceableTexts.get("error.code_not_found.expired")).not.toBe("");
  expect(replaceableTexts.get("cart.title")).toBe(knownTexts.get("cart.title"));
  const keys = [...replaceableTexts.keys()];
  expect(keys).toEqual(keys.toSorted());
  expect([...replaceableTexts].filter(([, text]) => text === "").map(([key]) => key)).toEqual(
    [...knownTexts].filter(([, text]) => text === "").map(([key]) => key),
  );
});
