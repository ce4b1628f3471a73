import { describe, expect, test } from "vitest";
import { defaultPartyRule, type PartyType } from "../membership/party/partyRule.ts";
import { contentProblems, removeFromContents, type ContentTicket } from "./cartContents.ts";

const ticket = (group: string, more: Partial<ContentTicket> = {}): ContentTicket => ({
  ticket_type_id: `${group} adult`,
  ticket_group_id: group,
  group_name: group,
  min_tickets_per_order: 1,
  party: null,
  handler: "tickets",
  handler_data: null,
  event_template_id: "admission",
  event_session_id: "morning",
  start_datetime: "2026-12-01T10:00:00Z",
  end_datetime: "2026-12-01T11:00:00Z",
  timezone: "Europe/London",
  needs_anchor: false,
  matches_anchor: false,
  uses_capacity: true,
  ...more,
});
const single = () => ticket("single");
const pair = (more: Partial<ContentTicket> = {}) => ticket("pair", { min_tickets_per_order: 2, ...more });
const otherSession = { event_session_id: "noon" };
const addOn = (more: Partial<ContentTicket> = {}) =>
  ticket("tour", { event_template_id: "tour", event_session_id: "tour", needs_anchor: true, ...more });
const matching = () => addOn({ matches_anchor: true, min_tickets_per_order: 3 });

const party: PartyType[] = [
  { id: "first", name: "First adult", rule: { ...defaultPartyRule } },
  { id: "second", name: "Second adult", rule: { ...defaultPartyRule, party_role: "second-card" } },
  { id: "child", name: "Child", rule: { ...defaultPartyRule, party_role: "child", min: 0, max: -1 } },
];
const member = (type: string, more: Partial<ContentTicket> = {}) =>
  ticket("family", {
    ticket_type_id: type,
    handler: "membership",
    party,
    event_template_id: "membership",
    event_session_id: null,
    start_datetime: null,
    end_datetime: null,
    ...more,
  });
const gift = { handler_data: { action: "gift", gift: true } };
const otherLevel = { ticket_group_id: "individual", ticket_type_id: "first", party: party.slice(0, 1) };
const rules = { admission_event_id: "admission", visit_time: undefined };

describe("a cart", () => {
  test.each<[string, readonly ContentTicket[], readonly string[]]>([
    ["without tickets", [], []],
    ["with the least number of a group", [pair(), pair()], []],
    ["with the least number across two sessions", [pair(), pair(otherSession)], []],
    ["with fewer than the least number of a group", [pair(), single()], ["min_tickets_per_order_not_met:reserve"]],
    ["with a complete level", [member("first"), member("second")], []],
    ["with children beside a complete level", [member("first"), member("second"), member("child")], []],
    ["with a level without its owner", [member("second")], ["validation_failed:membership"]],
    ["with children alone", [member("child")], ["validation_failed:membership"]],
    ["with a level without its second card", [member("first")], ["min_tickets_per_order_not_met:membership"]],
    [
      "with two owners",
      [member("first"), member("first"), member("second")],
      ["max_tickets_per_order_exceeded:membership"],
    ],
    ["with a gift alone", [member("first", gift), member("second", gift)], []],
    [
      "with a gift and a child",
      [member("first", gift), member("second", gift), member("child", gift)],
      ["max_tickets_per_order_exceeded:membership"],
    ],
    [
      "with a gift beside tickets",
      [member("first", gift), member("second", gift), single()],
      ["gift_needs_empty_cart:membership"],
    ],
    [
      "with two levels",
      [member("first"), member("second"), member("first", otherLevel)],
      ["membership_in_cart:membership"],
    ],
    ["with an add-on and its admission", [single(), addOn()], []],
    ["with an add-on alone", [addOn()], ["anchor_required:checkout"]],
    [
      "with fewer add-ons than visitors",
      [single(), single(), addOn({ matches_anchor: true })],
      ["anchor_tickets_mismatch:checkout"],
    ],
  ])("%s has the right problems", (_, tickets, expected) =>
    expect(contentProblems(tickets, rules).map(({ code, context = "checkout" }) => `${code}:${context}`)).toEqual(
      expected,
    ),
  );

  test("names the group and the number that is missing", () =>
    expect(contentProblems([pair()], rules)[0]?.extra).toEqual({ ticket_group_id: "pair", group: "pair", min: 2 }));
});

describe("removing tickets", () => {
  const [first, second, third] = [pair(), pair(otherSession), pair()];
  const [adult, partner, child] = [member("first"), member("second"), member("child")];
  const [visit, visit2, visit3] = [single(), single(), single()];
  const tour = addOn();
  const [tour1, tour2, tour3] = [matching(), matching(), matching()];
  const raised = ticket("raised", { min_tickets_per_order: 5 });
  type Case = [
    string,
    { leaving: ContentTicket[]; staying: ContentTicket[]; added?: ContentTicket[] },
    string | readonly ContentTicket[],
  ];
  test.each<Case>([
    ["removes nothing else without a reason", { leaving: [third], staying: [first, second] }, []],
    ["refuses to leave a part of a group", { leaving: [first], staying: [second] }, "min_tickets_per_order_not_met"],
    ["removes a whole group", { leaving: [first, second], staying: [visit] }, []],
    ["counts what is added at the same time", { leaving: [first], staying: [second], added: [pair()] }, []],
    ["refuses to leave a level without its owner", { leaving: [adult], staying: [partner] }, "validation_failed"],
    [
      "refuses to leave a level without its second card",
      { leaving: [partner], staying: [adult, child] },
      "min_tickets_per_order_not_met",
    ],
    ["removes a person whom the level does not require", { leaving: [child], staying: [adult, partner] }, []],
    ["removes a whole level", { leaving: [adult, partner], staying: [] }, []],
    ["removes add-ons together with their admission", { leaving: [visit], staying: [tour] }, [tour]],
    [
      "takes the rest of a group along that is too small without an admission",
      { leaving: [visit], staying: [visit2, visit3, tour1, tour2, tour3] },
      [tour3, tour1, tour2],
    ],
    [
      "does not ask for the least number of add-ons that leave with their admission",
      { leaving: [visit, tour1], staying: [tour2, tour3] },
      [tour2, tour3],
    ],
    ["ignores another group whose minimum was raised", { leaving: [visit], staying: [raised] }, []],
    ["removes a group whose minimum was raised", { leaving: [raised], staying: [] }, []],
    ["changes nothing if nothing is removed", { leaving: [], staying: [tour, raised] }, []],
  ])("%s", (_, { added = [], ...change }, expected) => {
    const removed = removeFromContents({ ...change, added }, rules);
    expect("rejection" in removed ? removed.rejection.code : removed.along).toEqual(expected);
  });
});
