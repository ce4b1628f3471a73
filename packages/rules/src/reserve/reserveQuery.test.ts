import { describe, expect, test } from "vitest";
import { linkedTickets, parseReserveQuery, searchWithChoice, type ReserveQuery } from "./reserveQuery.ts";

const id = "3b241101-e2bb-4255-8caf-4136c566a962";

describe("a link", () => {
  test.each<[string, string, Partial<ReserveQuery>]>([
    [
      "that names nothing",
      "",
      { session: undefined, date: undefined, reserve: "false", quantity: [], tg: [], problems: [] },
    ],
    ["to a session", `session=${id}`, { session: { kind: "id", id }, problems: [] }],
    ["to the next session", "session=next", { session: { kind: "next" } }],
    ["to today", "session=today", { session: { kind: "today" } }],
    ["to a session that is none", "session=soon", { session: undefined, problems: ["session_not_found"] }],
    ["to a date", "?date=2026-11-21", { date: "2026-11-21", problems: [] }],
    ["to the venue's today", "date=today", { date: "2026-12-31", problems: [] }],
    ["to the venue's tomorrow", "date=tomorrow", { date: "2027-01-01", problems: [] }],
    ["to a day that does not exist", "date=2026-02-30", { date: undefined, problems: ["unavailable_on_date"] }],
    ["to no date", "date=21/11/2026", { date: undefined, problems: ["unavailable_on_date"] }],
    [
      "to both: neither counts",
      "date=2026-11-21&session=next",
      { date: undefined, session: undefined, problems: ["session_and_date"] },
    ],
    [
      "with quantities",
      "quantity=Adult:2,%20Child%20(3-5):1",
      {
        quantity: [
          { type: "Adult", count: 2 },
          { type: "Child (3-5)", count: 1 },
        ],
        problems: [],
      },
    ],
    ["with a colon in a name", "quantity=Tour: short:3", { quantity: [{ type: "Tour: short", count: 3 }] }],
    [
      "with a quantity that is none",
      "quantity=Adult:two,Child:1",
      { quantity: [{ type: "Child", count: 1 }], problems: ["types_not_found"] },
    ],
    ["with a group", `tg=${id},nonsense`, { tg: [id] }],
    ["with a type and an amount", "select=Donation&price=25.50", { select: "Donation", price: "25.50" }],
    ["with an amount that is none", "select=Donation&price=lots", { select: "Donation", price: undefined }],
  ])("a link is read into the form's choices: %s", (_, search, expected) =>
    expect(parseReserveQuery(search, "2026-12-31")).toMatchObject(expected),
  );

  test.each([
    ["warn", "warn"],
    ["STRICT", "strict"],
    ["yes", "true"],
    ["1", "true"],
    ["On", "true"],
    ["no", "false"],
    ["0", "false"],
    ["perhaps", "false"],
  ])("reserve=%s means %s", (word, mode) => expect(parseReserveQuery(`reserve=${word}`).reserve).toBe(mode));
});

const types = [
  { id, name: "Adult" },
  { id: "c", name: "Child" },
];
test.each([
  ["by name, whatever its case", { quantity: [{ type: "adult", count: 2 }] }, { quantities: { [id]: 2 }, missing: [] }],
  ["by id", { quantity: [{ type: id, count: 2 }] }, { quantities: { [id]: 2 }, missing: [] }],
  [
    "what is not there is named",
    {
      quantity: [
        { type: "Senior", count: 1 },
        { type: "Child", count: 1 },
      ],
    },
    { quantities: { c: 1 }, missing: ["Senior"] },
  ],
  ["none of a type", { quantity: [{ type: "Child", count: 0 }] }, { quantities: {}, missing: [] }],
  [
    "a selected type with its price",
    { quantity: [], select: "Child", price: "9" },
    { quantities: { c: 1 }, prices: { c: "9" } },
  ],
])("tickets %s", (_, query, expected) =>
  expect(linkedTickets({ select: undefined, price: undefined, ...query }, types)).toMatchObject(expected),
);

test.each([
  ["a date", "utm=x&session=old", { day: "2026-11-21" }, "utm=x&date=2026-11-21"],
  ["a session alone says its date", "?date=2026-11-20", { day: "2026-11-21", session: "s" }, "session=s"],
  ["nothing chosen", "date=2026-11-20&utm=x", {}, "utm=x"],
])("the page's link keeps %s", (_, search, choice, kept) => expect(searchWithChoice(search, choice)).toBe(kept));
