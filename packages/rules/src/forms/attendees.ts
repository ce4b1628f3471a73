import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";
import type { EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import { mayNameRecipient, ticketLabel, type TicketLabel } from "../catalog/handlers.ts";
import { isEmail } from "../values/email.ts";
import { plainText } from "../values/text/plainText.ts";

export type FieldRequirement = "required" | "optional" | "hidden";
/** Which attendee fields a ticket has. */
export type AttendeeFields = {
  readonly names: FieldRequirement;
  readonly emails: FieldRequirement;
  /** The name is asked in one field instead of a first and a last name, and is sent and stored as the name. */
  readonly label?: TicketLabel;
};

/** Maximum lengths of a first or last name and of an e-mail address, in characters. */
export const maxNameLength = 50;
export const maxEmailLength = 254;

type AttendeeMetaKey = "admit_names" | "admit_emails";

/** The attendee fields of a group: the group's setting, else the event's, else hidden. */
export const attendeeFields = (
  group: Pick<TicketGroup["meta"], AttendeeMetaKey>,
  event: Pick<EventMeta, AttendeeMetaKey>,
): AttendeeFields => ({
  names: group.admit_names ?? event.admit_names ?? "hidden",
  emails: group.admit_emails ?? event.admit_emails ?? "hidden",
});

/** The attendee fields of a group. A gift card can always name its recipient, and a label is always required. */
export const groupAttendeeFields = (
  group: Pick<TicketGroup, "handler" | "meta">,
  event: Pick<EventMeta, AttendeeMetaKey>,
): AttendeeFields => {
  const label = ticketLabel(group);
  if (label) return { names: "required", emails: "hidden", label };
  const { names, emails } = attendeeFields(group.meta, event);
  const atLeastOptional = (field: FieldRequirement): FieldRequirement => (field === "hidden" ? "optional" : field);
  return mayNameRecipient(group)
    ? { names: atLeastOptional(names), emails: atLeastOptional(emails) }
    : { names, emails };
};

export type Attendee = { readonly first: string; readonly last: string; readonly email: string };
export const emptyAttendee: Attendee = { first: "", last: "", email: "" };
export type AttendeeProblem = {
  readonly field: keyof Attendee;
  readonly message: "required" | "too_long" | "not_email";
};
export type LabelProblem = { readonly field: "first"; readonly message: "required" | "not_label" };

/** Validates one attendee. An optional name still needs both parts once it is begun. */
export const attendeeProblems = (fields: AttendeeFields, attendee: Attendee): readonly AttendeeProblem[] => {
  const [first, last, email] = [
    collapseSpaces(attendee.first),
    collapseSpaces(attendee.last),
    plainText(attendee.email),
  ];
  const wantsName = fields.names === "required" || (fields.names === "optional" && first + last !== "");
  const problems: AttendeeProblem[] = [];
  for (const [field, text] of [
    ["first", first],
    ["last", last],
  ] as const) {
    if (wantsName && text === "") problems.push({ field, message: "required" });
    else if (fields.names !== "hidden" && text.length > maxNameLength) problems.push({ field, message: "too_long" });
  }
  const wrong = fields.emails === "hidden" ? undefined : emailProblem(fields.emails, email);
  return wrong ? [...problems, { field: "email", message: wrong }] : problems;
};

/** Validates a label, which is entered as the first name. */
export const labelProblems = ({ pattern }: TicketLabel, { first }: Attendee): readonly LabelProblem[] => {
  const value = collapseSpaces(first);
  if (value === "") return [{ field: "first", message: "required" }];
  return pattern.test(value) ? [] : [{ field: "first", message: "not_label" }];
};

const emailProblem = (requirement: FieldRequirement, email: string): AttendeeProblem["message"] | undefined => {
  if (email === "") return requirement === "required" ? "required" : undefined;
  if (email.length > maxEmailLength) return "too_long";
  return isEmail(email) ? undefined : "not_email";
};

const collapseSpaces = (text: string): string => plainText(text).replaceAll(/\s+/g, " ");

/** Joins a first and a last name; '' if both are empty. */
export const joinName = (first: string, last: string): string => collapseSpaces(`${first} ${last}`);

/** Splits a name into its first word and the rest; undefined for fewer than two words. */
export const splitName = (name: string): { readonly first: string; readonly last: string } | undefined => {
  const [first, ...others] = collapseSpaces(name).split(" ");
  return first && others.length > 0 ? { first, last: others.join(" ") } : undefined;
};

/** At least two words that split into a first and a last name of at most 50 characters each. */
const isFullName = (name: string): boolean =>
  [...name.matchAll(/ /g)].some(({ index }) => index <= maxNameLength && name.length - index - 1 <= maxNameLength);

const nameProblem = ({ label }: AttendeeFields, name: string): "not_a_name" | "not_a_label" | undefined => {
  if (label) return label.pattern.test(name) ? undefined : "not_a_label";
  return isFullName(name) ? undefined : "not_a_name";
};

/** Names and e-mail addresses for the tickets of one type, in the order of the tickets. */
export type AttendeesInput = {
  readonly quantity: number;
  readonly admit_names?: readonly string[] | undefined;
  readonly admit_emails?: readonly string[] | undefined;
};
export type AttendeesResult =
  | { readonly admit_names: readonly (string | null)[]; readonly admit_emails: readonly (string | null)[] }
  | {
      readonly problem: {
        /** The index of the ticket, from 0. */
        readonly index: number;
        readonly field: "admit_names" | "admit_emails";
        readonly message: "required" | "too_many" | "not_a_name" | "not_a_label" | "not_email";
      };
    };

/**
 * Validates the attendees of a request for one type: as many as there are tickets if they are required, dropped if
 * they are hidden. Returns one value or null per ticket.
 */
export const checkAttendees = (fields: AttendeeFields, sent: AttendeesInput): AttendeesResult => {
  const names = fields.names === "hidden" ? [] : (sent.admit_names ?? []).map(collapseSpaces);
  const emails = fields.emails === "hidden" ? [] : (sent.admit_emails ?? []).map(plainText);
  if (names.length > sent.quantity)
    return { problem: { index: sent.quantity, field: "admit_names", message: "too_many" } };
  if (emails.length > sent.quantity)
    return { problem: { index: sent.quantity, field: "admit_emails", message: "too_many" } };
  for (let index = 0; index < sent.quantity; index++) {
    const [name, email] = [names[index] ?? "", emails[index] ?? ""];
    if (name === "" && fields.names === "required")
      return { problem: { index, field: "admit_names", message: "required" } };
    const wrongName = name === "" ? undefined : nameProblem(fields, name);
    if (wrongName) return { problem: { index, field: "admit_names", message: wrongName } };
    const wrong = fields.emails === "hidden" ? undefined : emailProblem(fields.emails, email);
    if (wrong)
      return { problem: { index, field: "admit_emails", message: wrong === "required" ? "required" : "not_email" } };
  }
  const fillUp = (texts: readonly string[]) =>
    Array.from({ length: sent.quantity }, (_, index) => texts[index] || null);
  return { admit_names: fillUp(names), admit_emails: fillUp(emails) };
};
