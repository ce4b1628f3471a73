import { describe, expect, test } from "vitest";
import { findAnchor, anchorProblems, checkAnchor, addOnsToRemove, type VisitTicket } from "./anchor.ts";

const ticket = (event: string, at: string | null, more: Partial<VisitTicket> = {}): VisitTicket => ({
  event_template_id: event,
  event_session_id: at && `${event} ${at}`,
  start_datetime: at && `2026-12-01T${at}:00Z`,
  end_datetime: at && Temporal.Instant.from(`2026-12-01T${at}:00Z`).add({ hours: 1 }).toString(),
  timezone: "Europe/London",
  needs_anchor: false,
  matches_anchor: false,
  uses_capacity: true,
  ...more,
});
const admission = (at = "10:00") => ticket("admission", at);
const guide = ticket("admission", "10:00", { uses_capacity: false });
const concert = ticket("concert", "09:00");
const tour = (at: string | null = "11:00") => ticket("tour", at, { needs_anchor: true });
const paired = (at: string | null = "11:00") => ticket("paired", at, { needs_anchor: true, matches_anchor: true });
const rules = { admission_event_id: "admission", visit_time: undefined };
const noAdmission = { admission_event_id: undefined, visit_time: undefined };

describe("the anchor", () => {
  test.each([
    ["is the admission, even after an earlier event", [concert, admission()], rules, "admission 10:00"],
    ["is the first of two admissions", [admission("12:00"), admission()], rules, "admission 10:00"],
    ["is missing without an admission", [concert], rules, undefined],
    ["is the first dated line if no admission is configured", [admission(), concert], noAdmission, "concert 09:00"],
    ["is never an add-on", [tour("08:00")], noAdmission, undefined],
    ["is never a ticket without a date", [ticket("pass", null)], noAdmission, undefined],
  ])("the anchor %s", (_, tickets, anchorRules, id) =>
    expect(findAnchor(tickets, anchorRules)?.event_session_id).toBe(id),
  );
});

describe("added add-ons", () => {
  const rejectionCode = (
    added: VisitTicket[],
    held: VisitTicket[],
    anchorRules: Parameters<typeof checkAnchor>[2] = rules,
  ) => checkAnchor(added, [...held, ...added], anchorRules)?.code;
  test.each([
    ["accepts an add-on with its admission", [tour()], [admission()], rules, undefined],
    ["accepts an add-on and its admission in one request", [admission(), tour()], [], rules, undefined],
    ["refuses an add-on alone", [tour()], [], rules, "anchor_required"],
    ["refuses an add-on with another event than the admission", [tour()], [concert], rules, "anchor_required"],
    [
      "accepts an add-on with any dated event if no admission is configured",
      [tour()],
      [concert],
      noAdmission,
      undefined,
    ],
    ["accepts other tickets beside an add-on that has lost its anchor", [concert], [tour()], rules, undefined],
    [
      "refuses an add-on outside its visit time",
      [tour("12:00")],
      [admission()],
      { ...rules, visit_time: "same_start" },
      "event_session_not_on_sale",
    ],
    [
      "accepts an add-on at the time of the second visit",
      [tour("12:00")],
      [admission(), admission("12:00")],
      { ...rules, visit_time: "same_start" },
      undefined,
    ],
    [
      "accepts an add-on without a time at any visit time",
      [tour(null)],
      [admission()],
      { ...rules, visit_time: "same_start" },
      undefined,
    ],
    [
      "accepts as many matching add-ons as visitors",
      [paired(), paired()],
      [admission(), admission()],
      rules,
      undefined,
    ],
    [
      "refuses fewer matching add-ons than visitors",
      [paired()],
      [admission(), admission()],
      rules,
      "anchor_tickets_mismatch",
    ],
    [
      "refuses more matching add-ons than visitors",
      [paired(), paired()],
      [admission()],
      rules,
      "anchor_tickets_mismatch",
    ],
    [
      "accepts the missing matching add-on in a second request",
      [paired()],
      [admission(), admission(), paired()],
      rules,
      undefined,
    ],
    ["does not count an audio guide as a visitor", [paired()], [admission(), guide], rules, undefined],
    ["accepts another visitor before their matching add-on", [admission()], [admission(), paired()], rules, undefined],
  ] as const)("the check of added add-ons %s", (_, added, held, anchorRules, code) =>
    expect(rejectionCode([...added], [...held], anchorRules)).toBe(code),
  );
});

describe("anchor problems before paying", () => {
  test.each([
    ["finds none with an admission and matching add-ons", [admission(), tour(), paired()], []],
    ["finds an add-on without its admission", [tour()], ["anchor_required"]],
    ["finds too few matching add-ons", [admission(), admission(), paired()], ["anchor_tickets_mismatch"]],
    ["finds none without add-ons", [concert], []],
  ])("the check before paying %s", (_, tickets, codes) =>
    expect(anchorProblems(tickets, rules).map(({ code }) => code)).toEqual(codes),
  );
});

describe("add-ons to remove", () => {
  const removedIds = (
    staying: VisitTicket[],
    added: VisitTicket[] = [],
    anchorRules: Parameters<typeof checkAnchor>[2] = rules,
  ) => addOnsToRemove(staying, added, anchorRules).map((one) => one.event_session_id ?? one.event_template_id);
  test.each([
    ["are all without an anchor", [tour(), paired(), concert], [], rules, ["tour 11:00", "paired 11:00"]],
    ["are none while the admission is replaced", [tour()], [admission("11:00")], rules, []],
    [
      "are those outside the visit time of the new admission",
      [tour("10:00")],
      [admission("11:00")],
      { ...rules, visit_time: "same_start" },
      ["tour 10:00"],
    ],
    [
      "are the matching ones beyond the number of visitors",
      [admission(), paired(), paired()],
      [],
      rules,
      ["paired 11:00"],
    ],
    ["are none if there are too few matching ones", [admission(), admission(), paired()], [], rules, []],
    ["are none without add-ons", [concert], [], rules, []],
  ] as const)("the add-ons to remove %s", (_, staying, added, anchorRules, left) =>
    expect(removedIds([...staying], [...added], anchorRules)).toEqual(left),
  );
});
