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
  takes_a_place: true,
  ...more,
});
const admission = (at = "10:00") => ticket("admission", at);
const guide = ticket("admission", "10:00", { takes_a_place: false });
const concert = ticket("concert", "09:00");
const tour = (at: string | null = "11:00") => ticket("tour", at, { needs_anchor: true });
const paired = (at: string | null = "11:00") => ticket("paired", at, { needs_anchor: true, matches_anchor: true });
const rules = { admission_event_id: "admission", visit_time: undefined };
const noneNamed = { admission_event_id: undefined, visit_time: undefined };

describe("the anchor", () => {
  test.each([
    ["the admission, not what comes before it", [concert, admission()], rules, "admission 10:00"],
    ["the first of two admissions", [admission("12:00"), admission()], rules, "admission 10:00"],
    ["none without an admission", [concert], rules, undefined],
    ["the first dated line where no admission is named", [admission(), concert], noneNamed, "concert 09:00"],
    ["never an add-on", [tour("08:00")], noneNamed, undefined],
    ["nothing without a date", [ticket("pass", null)], noneNamed, undefined],
  ])("%s", (_, tickets, by, id) => expect(findAnchor(tickets, by)?.event_session_id).toBe(id));
});

describe("added add-ons", () => {
  const said = (added: VisitTicket[], held: VisitTicket[], by: Parameters<typeof checkAnchor>[2] = rules) =>
    checkAnchor(added, [...held, ...added], by)?.code;
  test.each([
    ["an add-on with its admission", [tour()], [admission()], rules, undefined],
    ["both at once", [admission(), tour()], [], rules, undefined],
    ["an add-on alone", [tour()], [], rules, "anchor_required"],
    ["with a concert, which is no admission", [tour()], [concert], rules, "anchor_required"],
    ["with a concert where none is named", [tour()], [concert], noneNamed, undefined],
    ["something else, in a cart whose add-on has lost its anchor", [concert], [tour()], rules, undefined],
    [
      "at another time than allowed",
      [tour("12:00")],
      [admission()],
      { ...rules, visit_time: "same_start" },
      "event_session_not_on_sale",
    ],
    [
      "at a time that goes with the second visit",
      [tour("12:00")],
      [admission(), admission("12:00")],
      { ...rules, visit_time: "same_start" },
      undefined,
    ],
    [
      "an add-on without a time has none to be wrong",
      [tour(null)],
      [admission()],
      { ...rules, visit_time: "same_start" },
      undefined,
    ],
    ["as many as visitors", [paired(), paired()], [admission(), admission()], rules, undefined],
    ["fewer", [paired()], [admission(), admission()], rules, "anchor_tickets_mismatch"],
    ["more", [paired(), paired()], [admission()], rules, "anchor_tickets_mismatch"],
    ["the rest, in a second step", [paired()], [admission(), admission(), paired()], rules, undefined],
    ["an audio guide is no visitor", [paired()], [admission(), guide], rules, undefined],
    ["a visitor more, the add-on comes later", [admission()], [admission(), paired()], rules, undefined],
  ] as const)("%s", (_, added, held, by, code) => expect(said([...added], [...held], by)).toBe(code));
});

describe("problems before paying", () => {
  test.each([
    ["all is well", [admission(), tour(), paired()], []],
    ["an add-on without its admission", [tour()], ["anchor_required"]],
    ["too few of what has to match", [admission(), admission(), paired()], ["anchor_tickets_mismatch"]],
    ["nothing that needs an anchor", [concert], []],
  ])("%s", (_, tickets, codes) => expect(anchorProblems(tickets, rules).map(({ code }) => code)).toEqual(codes));
});

describe("add-ons to remove", () => {
  const gone = (staying: VisitTicket[], added: VisitTicket[] = [], by: Parameters<typeof checkAnchor>[2] = rules) =>
    addOnsToRemove(staying, added, by).map((one) => one.event_session_id ?? one.event_template_id);
  test.each([
    ["every add-on without an anchor", [tour(), paired(), concert], [], rules, ["tour 11:00", "paired 11:00"]],
    ["nothing while the admission is moved", [tour()], [admission("11:00")], rules, []],
    [
      "what no longer fits the other day",
      [tour("10:00")],
      [admission("11:00")],
      { ...rules, visit_time: "same_start" },
      ["tour 10:00"],
    ],
    ["the one too many", [admission(), paired(), paired()], [], rules, ["paired 11:00"]],
    ["nothing where there are too few", [admission(), admission(), paired()], [], rules, []],
    ["nothing at all", [concert], [], rules, []],
  ] as const)("%s", (_, staying, added, by, left) => expect(gone([...staying], [...added], by)).toEqual(left));
});
