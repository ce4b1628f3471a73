import { describe, expect, test } from "vitest";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { GroupChoice } from "../reserve/ticketChoices.ts";
import {
  detailProblems,
  detailsForm,
  detailsRequest,
  emptyDetails,
  refusedFields,
  type DetailsInput,
} from "./ticketDetails.ts";
import { voucherProblems } from "./vouchers.ts";

const choice = (group: Partial<TicketGroup>, types: [string, string, number][]): GroupChoice => ({
  group: { id: "g", name: "Tour", handler: "tickets", meta: {}, additional_info_spec: null, ...group } as TicketGroup,
  soldOut: false,
  types: types.map(([id, name, quantity]) => ({
    type: { id, name } as TicketType,
    quantity,
    min: 1,
    max: 9,
    flexible: null,
  })),
});
const survey: TicketGroup["additional_info_spec"] = {
  properties: {
    diet: { enum: ["All", "None"], title: "Diet" },
    card: { type: "string", title: "Card", context: "member" },
  },
  required: ["diet"],
};
const adultsAndChild: [string, string, number][] = [
  ["a", "Adult", 2],
  ["c", "Child", 1],
  ["s", "Senior", 0],
];
const ask = (choices: readonly GroupChoice[], event: { meta?: object; config?: object } = {}) =>
  detailsForm({ choices, event: { meta: {}, config: {}, ...event }, web: {}, context: ["reserve", "guest"] });

describe("the details form", () => {
  test("the details form is empty for tickets without details", () =>
    expect(ask([choice({}, adultsAndChild)])).toEqual({ groups: [], vouchers: [] }));
  test("the details form is empty before a ticket is selected", () =>
    expect(
      ask([choice({ additional_info_spec: survey }, [["a", "Adult", 0]])], { config: { citypass: true } }),
    ).toEqual({ groups: [], vouchers: [] }));
  test("asks for each attendee", () =>
    expect(ask([choice({}, adultsAndChild)], { meta: { admit_names: "required" } }).groups).toMatchObject([
      {
        fields: { names: "required", emails: "hidden" },
        attendees: [
          { key: "a:0", type_name: "Adult", number: 1 },
          { key: "a:1", type_name: "Adult", number: 2 },
          { key: "c:0", type_name: "Child", number: 1 },
        ],
        survey: [],
      },
    ]));
  test("asks the questions of the context", () =>
    expect(
      ask([choice({ additional_info_spec: survey }, adultsAndChild)]).groups[0]?.survey.map(({ name }) => name),
    ).toEqual(["diet"]));
  test("asks a voucher for each ticket", () =>
    expect(ask([choice({}, adultsAndChild)], { config: { citypass: true } }).vouchers.map(({ key }) => key)).toEqual([
      "a:0",
      "a:1",
      "c:0",
    ]));
  test("asks no voucher for a donation beside the tickets", () =>
    expect(
      ask([choice({}, [["a", "Adult", 1]]), choice({ handler: "donation" }, [["d", "Donation", 1]])], {
        config: { citypass: true },
      }).vouchers.map(({ key }) => key),
    ).toEqual(["a:0"]));
});

const everything = ask(
  [
    choice(
      { additional_info_spec: survey, meta: { admit_names: "required", admit_emails: "optional" } },
      adultsAndChild,
    ),
  ],
  { config: { citypass: true } },
);
const formats = { adult_regexp: "A\\d", child_regexp: "C\\d" };
const whole: DetailsInput = {
  attendees: {
    "a:0": { first: " Ada ", last: "Lovelace", email: "ada@example.org " },
    "a:1": { first: "Bo", last: "Ek", email: "" },
    "c:0": { first: "Cy", last: "Ek", email: "" },
    "a:2": { first: "No", last: "Longer", email: "" },
  },
  answers: { g: { diet: "None" } },
  vouchers: { "a:0": " A1", "a:1": "A2", "c:0": "C1", "a:2": "A3" },
};

test("reports problems by field, in the order of the form", () =>
  expect(
    detailProblems(
      everything,
      {
        ...whole,
        attendees: { ...whole.attendees, "a:1": { first: "", last: "", email: "bo" } },
        answers: {},
        vouchers: { ...whole.vouchers, "c:0": "A1" },
      },
      formats,
      voucherProblems,
    ).map(({ field, message }) => `${field} ${message}`),
  ).toEqual([
    "attendee:a:1:first required",
    "attendee:a:1:last required",
    "attendee:a:1:email not_email",
    "answer:g:diet required",
    "voucher:c:0 format",
  ]));

test("accepts complete details", () => expect(detailProblems(everything, whole, formats, voucherProblems)).toEqual([]));

test("sends details by type, in ticket order, without deselected tickets", () =>
  expect(detailsRequest(everything, whole, "2026-11-22T15:00:00Z")).toEqual({
    admits: {
      a: { admit_names: ["Ada Lovelace", "Bo Ek"], admit_emails: ["ada@example.org", ""] },
      c: { admit_names: ["Cy Ek"], admit_emails: [""] },
    },
    additionalInfo: { g: { diet: "None" } },
    preReservePromoCodes: {
      codes: ["A1", "A2", "C1"],
      handler: "citypass",
      handler_data: { visit_datetime: "2026-11-22T15:00:00Z", ticket_type_ids: ["a", "a", "c"] },
    },
  }));

test("sends nothing without details", () =>
  expect(detailsRequest({ groups: [], vouchers: [] }, emptyDetails, undefined)).toEqual({ admits: {} }));

test.each([
  ["invalid_citypass", { index: 2, ticket_type_id: "c" }, ["voucher:c:0"]],
  ["invalid_citypass", { index: 7 }, []],
  ["invalid_citypass", {}, []],
  ["code_exhausted", { index: 1 }, ["voucher:a:1"]],
  ["code_exhausted", {}, []],
  ["additional_info_validation_failed", { ticket_group_id: "g", problems: { diet: "required" } }, ["answer:g:diet"]],
  ["additional_info_validation_failed", { ticket_group_id: "g", problems: { shoe: "unknown" } }, []],
  ["additional_info_validation_failed", { ticket_group_id: "x", problems: { diet: "required" } }, []],
  ["validation_failed", { ticket_type_id: "a", index: 1, fields: ["admit_names"] }, ["attendee:a:1:first"]],
  ["validation_failed", { ticket_type_id: "c", index: 0, fields: ["admit_emails"] }, ["attendee:c:0:email"]],
  ["validation_failed", { ticket_type_id: "c", index: 4, fields: ["admit_emails"] }, []],
  ["validation_failed", {}, []],
])("a refusal %s %j is about %j", (code, extra, fields) =>
  expect(refusedFields(everything, code, extra)).toEqual(fields),
);

test("a label is one field of a ticket, and is sent as its name", () => {
  const [named] = ask([choice({}, [["a", "Adult", 2]])], { meta: { admit_names: "required" } }).groups;
  if (!named) throw new Error("the group is in the form");
  const fields = { names: "required", emails: "hidden", label: { text: "Locker", pattern: /^[A-Z]\d+$/ } } as const;
  const form = { groups: [{ ...named, fields }], vouchers: [] };
  const enter = (first: string) => ({
    ...emptyDetails,
    attendees: { "a:0": { first: "B12", last: "", email: "" }, "a:1": { first, last: "", email: "" } },
  });
  expect(detailProblems(form, enter("twelve"), undefined, voucherProblems)).toEqual([
    { field: "attendee:a:1:first", message: "not_label" },
  ]);
  expect(detailProblems(form, enter("C3"), undefined, voucherProblems)).toEqual([]);
  expect(detailsRequest(form, enter("C3"), undefined).admits).toEqual({ a: { admit_names: ["B12", "C3"] } });
});
