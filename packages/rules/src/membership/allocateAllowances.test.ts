import { describe, expect, test } from "vitest";
import {
  allocateAllowances,
  remainingAllowances,
  usesOfLevel,
  maxAllowed,
  type AllowanceContext,
  type MemberTicket,
  type AllowanceUse,
} from "./allocateAllowances.ts";
import type { MemberTerm } from "./memberTerms.ts";

const term: MemberTerm = {
  id: "mine",
  level_name: "Individual",
  benefits: {},
  purchase_limit: -1,
  first_day: "2026-03-01",
  last_day: "2027-02-28",
  renews_itself: false,
  renews_id: null,
  program_rank: 1,
  role_rank: 1,
};
const day = "2026-12-24";
const context = (terms: readonly MemberTerm[], more: Partial<AllowanceContext> = {}): AllowanceContext => ({
  terms,
  uses: [],
  today: "2026-11-21",
  beyond: "otherwise",
  ...more,
});
const tickets = (names: string, local_day: string | null = day): MemberTicket[] =>
  names.split(" ").map((name) => ({ name, event_template_id: "whales", local_day }));

/** 'mine:Adult' for a ticket with that allowance of that membership, or the reason why there is none. */
const allocations = (uses: ReturnType<typeof allocateAllowances>): string =>
  uses.map((use) => (typeof use === "string" ? use : `${use.membership_id}:${use.allowance}`)).join(" ");
/** Earlier uses, in their stored form. */
const usesOf = (names: string, of: AllowanceContext, local_day: string | null = day): AllowanceUse[] =>
  allocateAllowances(tickets(names, local_day), of).filter((use) => typeof use !== "string");

describe("one visit", () => {
  const couple = { ...term, benefits: { Adult: 2, Child: 1 } };
  const family = { ...term, benefits: { Adult: 2, "*": 3 } };
  const open = { ...term, benefits: { Adult: -1 } };
  test.each([
    ["two adults of two", couple, "Adult Adult", "mine:Adult mine:Adult"],
    ["a third adult of two", couple, "Adult Adult Adult", "mine:Adult mine:Adult used_up"],
    ["each name has a number of its own", couple, "Adult Child Adult", "mine:Adult mine:Child mine:Adult"],
    ["a type that is not named", couple, "Senior", "not_named"],
    ["any type out of the pool", family, "Child Senior", "mine:* mine:*"],
    ["a named type first uses up its own", family, "Adult Child Adult", "mine:Adult mine:* mine:Adult"],
    ["overuse of a named type draws on the pool", family, "Adult Adult Adult", "mine:Adult mine:Adult mine:*"],
    [
      "the pool is one for all types together",
      family,
      "Adult Adult Adult Child Child Child",
      "mine:Adult mine:Adult mine:* mine:* mine:* used_up",
    ],
    ["as many as they like", open, "Adult Adult Adult Adult Adult", Array(5).fill("mine:Adult").join(" ")],
    ["a type of which there is none", { ...term, benefits: { Adult: 0 } }, "Adult", "not_named"],
    ["a membership without benefits", term, "Adult", "not_named"],
  ])("an allowance covers the tickets of one visit: %s", (_, one, names, expected) =>
    expect(allocations(allocateAllowances(tickets(names), context([one])))).toBe(expected),
  );
});

describe("earlier use", () => {
  const couple = { ...term, benefits: { Adult: 2 } };
  const one = context([couple]);

  test("earlier use counts tickets for the same visit", () => {
    expect(
      allocations(allocateAllowances(tickets("Adult Adult"), context([couple], { uses: usesOf("Adult", one) }))),
    ).toBe("mine:Adult used_up");
  });
  test("earlier use does not count tickets for another day", () => {
    const uses = usesOf("Adult Adult", one, "2026-12-25");
    expect(allocations(allocateAllowances(tickets("Adult Adult"), context([couple], { uses })))).toBe(
      "mine:Adult mine:Adult",
    );
  });
  test("earlier use does not count tickets for another event on the same day", () => {
    const uses = usesOf("Adult Adult", one).map((use) => ({ ...use, event_template_id: "seals" }));
    expect(allocations(allocateAllowances(tickets("Adult"), context([couple], { uses })))).toBe("mine:Adult");
  });
  test("earlier use counts tickets without a session separately for the whole event", () => {
    const uses = usesOf("Adult Adult", one, null);
    expect(allocations(allocateAllowances(tickets("Adult", null), context([couple], { uses })))).toBe("used_up");
    expect(allocations(allocateAllowances(tickets("Adult"), context([couple], { uses })))).toBe("mine:Adult");
  });
  test("reuses a number that was released", () => {
    const three = context([{ ...term, benefits: { Adult: 3 } }]);
    const uses = usesOf("Adult Adult Adult", three).filter(({ visit_index }) => visit_index !== 2);
    const [again] = allocateAllowances(tickets("Adult"), { ...three, uses });
    expect(again).toMatchObject({ visit_index: 2 });
  });
});

describe("the limit of a term", () => {
  const limited = { ...term, benefits: { Adult: 2 }, purchase_limit: 3 };
  test.each([
    ["tickets of all days count", ["2026-12-01", "2026-12-02"], "Adult Adult", "mine:Adult used_up"],
    ["up to it", ["2026-12-01"], "Adult Adult", "mine:Adult mine:Adult"],
    ["none are left", ["2026-12-01", "2026-12-02", "2026-12-03"], "Adult", "used_up"],
  ])("the limit of a term is kept: %s", (_, days, names, expected) => {
    let uses: AllowanceUse[] = [];
    for (const before of days) uses = [...uses, ...usesOf("Adult", context([limited], { uses }), before)];
    expect(allocations(allocateAllowances(tickets(names), context([limited], { uses })))).toBe(expected);
  });

  test("applies to each event separately and to the '*' pool", () => {
    const pool = { ...limited, benefits: { "*": -1 } };
    expect(allocations(allocateAllowances(tickets("Adult Child Adult Child"), context([pool])))).toBe(
      "mine:* mine:* mine:* used_up",
    );
    const uses = usesOf("Adult Child Adult", context([pool])).map((use) => ({ ...use, event_template_id: "seals" }));
    expect(allocations(allocateAllowances(tickets("Adult"), context([pool], { uses })))).toBe("mine:*");
  });

  test("allows nothing if the limit is 0", () => {
    expect(allocations(allocateAllowances(tickets("Adult"), context([{ ...limited, purchase_limit: 0 }])))).toBe(
      "used_up",
    );
  });
});

describe("several memberships", () => {
  const best = { ...term, id: "best", benefits: { Adult: 1, "*": 1 } };
  const other = { ...term, id: "other", benefits: { Adult: 1 } };
  test.each([
    ["the best one first", [best, other], "Adult", "best:Adult"],
    ["what names a type goes before every pool", [best, other], "Adult Adult Child", "best:Adult other:Adult best:*"],
    ["then the pool", [best, other], "Adult Adult Adult", "best:Adult other:Adult best:*"],
    ["and no more", [best, other], "Adult Adult Adult Adult", "best:Adult other:Adult best:* used_up"],
    ["the one that names the type", [other, best], "Child", "best:*"],
    [
      "the next one where the best has had its term's",
      [{ ...best, purchase_limit: 0 }, other],
      "Adult Adult",
      "other:Adult used_up",
    ],
    [
      "on a day only those valid on it",
      [{ ...best, last_day: "2026-12-23" }, other],
      "Adult Adult",
      "other:Adult used_up",
    ],
  ])("tickets are allocated over several memberships: %s", (_, terms, names, expected) =>
    expect(allocations(allocateAllowances(tickets(names), context(terms)))).toBe(expected),
  );
});

describe("rejections", () => {
  const one = { ...term, benefits: { Adult: 1 } };
  test.each([
    ["no membership", [], day, "otherwise", "no_membership"],
    ["one that is over", [{ ...one, last_day: "2026-11-20" }], day, "always", "no_membership"],
    ["one that has not begun on that day", [{ ...one, first_day: "2027-01-01" }], day, "always", "not_on_that_day"],
    ["one that has begun by then", [{ ...one, first_day: "2026-12-01" }], day, "otherwise", "mine:Adult"],
    ["one that is over by then", [one], "2027-03-01", "otherwise", "not_on_that_day"],
    ["one over by then that does not renew", [one], "2027-03-01", "if_autorenew", "not_on_that_day"],
    ["one that may be used after its end", [one], "2027-03-01", "always", "mine:Adult"],
    ["today, for tickets without a session", [one], null, "otherwise", "mine:Adult"],
    [
      "not today, for what is for no session, before it begins",
      [{ ...one, first_day: "2026-12-01" }],
      null,
      "otherwise",
      "not_on_that_day",
    ],
  ] as const)("tickets without an allowance are refused: %s", (_, terms, localDay, beyond, expected) =>
    expect(allocations(allocateAllowances(tickets("Adult", localDay), context(terms, { beyond })))).toBe(expected),
  );

  test("marks a use that depends on the renewal", () => {
    const renewing = context([{ ...one, renews_itself: true }], { beyond: "if_autorenew" });
    expect(allocateAllowances(tickets("Adult", "2027-03-01"), renewing)).toMatchObject([{ counts_on_renewal: true }]);
    expect(allocateAllowances(tickets("Adult"), renewing)).toMatchObject([{ counts_on_renewal: false }]);
    expect(allocateAllowances(tickets("Adult", "2027-03-01"), context([one], { beyond: "always" }))).toMatchObject([
      { counts_on_renewal: false },
    ]);
  });
});

describe("remaining allowances", () => {
  const family = { ...term, benefits: { Adult: 2, Child: -1, "*": 3 }, purchase_limit: 10 };
  const visit = { event_template_id: "whales", local_day: day };

  test("lists each allowance for the visit and the event's limit", () => {
    const uses = [
      ...usesOf("Adult Adult Adult", context([family])),
      ...usesOf("Adult", context([family], { uses: usesOf("Adult Adult Adult", context([family])) }), "2026-12-25"),
    ];
    expect(remainingAllowances(visit, context([family], { uses }))).toEqual([
      { membership_id: "mine", level_name: "Individual", left: { Adult: 0, Child: -1, "*": 2 }, event_left: 6 },
    ]);
  });
  test("returns nothing without a valid membership", () => {
    expect(remainingAllowances({ ...visit, local_day: "2027-03-01" }, context([family]))).toEqual([]);
  });

  const rows = remainingAllowances(visit, context([{ ...family, benefits: { Adult: 2, "*": 3 }, purchase_limit: 4 }]));
  test.each([
    ["its own and the pool", "Adult", [], 4],
    ["the pool alone", "Child", [], 3],
    ["what others leave of the pool", "Child", [{ name: "Senior", quantity: 2 }], 1],
    ["others by their own name leave the pool alone", "Child", [{ name: "Adult", quantity: 1 }], 3],
    ["others beyond their own name do not", "Child", [{ name: "Adult", quantity: 3 }], 1],
    ["what is left of the term", "Child", [{ name: "Adult", quantity: 2 }], 2],
  ] as const)("the page offers %s", (_, name, others, expected) =>
    expect(maxAllowed(name, others, rows, 1000)).toBe(expected),
  );

  test("the page offers at most the given maximum, and nothing to non-members", () => {
    expect(maxAllowed("Adult", [], rows, 2)).toBe(2);
    expect(maxAllowed("Adult", [], [], 1000)).toBe(0);
    const unlimited = remainingAllowances(visit, context([{ ...term, benefits: { "*": -1 } }]));
    expect(maxAllowed("Adult", [], unlimited, 1000)).toBe(1000);
  });
});

describe("uses that are given up", () => {
  const couple = { ...term, benefits: { Adult: 2 }, purchase_limit: 2 };
  const uses = usesOf("Adult Adult", context([couple]));
  const indexes = (wanted: string, givenUp: readonly AllowanceUse[]) =>
    allocateAllowances(tickets(wanted), context([couple], { uses, givenUp })).map((use) =>
      typeof use === "string" ? use : [use.visit_index, use.term_index],
    );
  test("uses that are given up do not count, and keep their numbers", () => {
    expect(indexes("Adult", [])).toEqual(["used_up"]);
    expect(indexes("Adult Adult", uses.slice(0, 1))).toEqual([[3, 3], "used_up"]);
    expect(indexes("Adult Adult Adult", uses)).toEqual([[3, 3], [4, 4], "used_up"]);
  });
  test("leave numbers that count afterwards", () => {
    const after = allocateAllowances(tickets("Adult"), context([couple], { uses, givenUp: uses.slice(0, 1) }));
    const left = [...uses.slice(1), ...after.filter((use) => typeof use !== "string")];
    expect(allocations(allocateAllowances(tickets("Adult"), context([couple], { uses: left })))).toBe("used_up");
  });
});

describe("visits that were booked at another level", () => {
  const level = (benefits: Readonly<Record<string, number>>, purchase_limit = -1) => ({
    membership_id: "next",
    benefits,
    purchase_limit,
  });
  const counted = (names: string, to: ReturnType<typeof level>): string =>
    usesOfLevel(tickets(names), to)
      .map(({ name, allowance, visit_index }) => `${name}:${allowance}${visit_index ?? ""}`)
      .join(" ");
  test.each([
    ["count by their names, whatever pool they used", "Adult Adult", level({ Adult: 4 }), "Adult:Adult1 Adult:Adult2"],
    ["use the pool beyond those of their name", "Adult Adult", level({ Adult: 1, "*": 1 }), "Adult:Adult1 Adult:*1"],
    ["stay where they are beyond the benefits", "Adult Adult Child", level({ Adult: 1 }), "Adult:Adult1"],
    ["stay where they are beyond the limit of a term", "Adult Adult", level({ Adult: 4 }, 1), "Adult:Adult1"],
    ["count without a number where they are unlimited", "Adult", level({ "*": -1 }), "Adult:*"],
  ])("%s", (_, names, to, expected) => expect(counted(names, to)).toBe(expected));
});
