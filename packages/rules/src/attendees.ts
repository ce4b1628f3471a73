import type { EventMeta, TicketGroup } from "@foyer/contract/catalog.ts";
import { isEmail } from "./email.ts";
import { plainText } from "./plainText.ts";

export type Asked = "required" | "optional" | "hidden";
/** What is asked about whoever comes with a ticket. */
export type AttendeeAsk = { readonly names: Asked; readonly emails: Asked };

/** Limits of document 2 §5.1. */
export const longestName = 50;
export const longestEmail = 254;

type AskKey = "admit_names" | "admit_emails";

/** The group's word counts before the event's; where neither says anything, it is not asked. */
export const attendeeAsk = (group: Pick<TicketGroup["meta"], AskKey>, event: Pick<EventMeta, AskKey>): AttendeeAsk => ({
  names: group.admit_names ?? event.admit_names ?? "hidden",
  emails: group.admit_emails ?? event.admit_emails ?? "hidden",
});

/** What is asked with the tickets of a group. A gift card may always say whom it is for. */
export const groupAsk = (
  { handler, meta }: Pick<TicketGroup, "handler" | "meta">,
  event: Pick<EventMeta, AskKey>,
): AttendeeAsk => {
  const { names, emails } = attendeeAsk(meta, event);
  const least = (asked: Asked): Asked => (asked === "hidden" && handler === "ledger" ? "optional" : asked);
  return { names: least(names), emails: least(emails) };
};

export type Attendee = { readonly first: string; readonly last: string; readonly email: string };
export type AttendeeProblem = {
  readonly field: keyof Attendee;
  readonly message: "required" | "too_long" | "not_email";
};

/** What is wrong with one attendee's fields. A name that may stay out is still two words once it is begun. */
export const attendeeProblems = (ask: AttendeeAsk, attendee: Attendee): readonly AttendeeProblem[] => {
  const [first, last, email] = [tidy(attendee.first), tidy(attendee.last), plainText(attendee.email)];
  const wantsName = ask.names === "required" || (ask.names === "optional" && first + last !== "");
  const problems: AttendeeProblem[] = [];
  for (const [field, text] of [
    ["first", first],
    ["last", last],
  ] as const) {
    if (wantsName && text === "") problems.push({ field, message: "required" });
    else if (ask.names !== "hidden" && text.length > longestName) problems.push({ field, message: "too_long" });
  }
  const wrong = ask.emails === "hidden" ? undefined : emailProblem(ask.emails, email);
  return wrong ? [...problems, { field: "email", message: wrong }] : problems;
};

const emailProblem = (asked: Asked, email: string): AttendeeProblem["message"] | undefined => {
  if (email === "") return asked === "required" ? "required" : undefined;
  if (email.length > longestEmail) return "too_long";
  return isEmail(email) ? undefined : "not_email";
};

const tidy = (text: string): string => plainText(text).replaceAll(/\s+/g, " ");

/** 'Ada' and 'Lovelace' as one name; '' when there is neither. */
export const joinName = (first: string, last: string): string => tidy(`${first} ${last}`);

/** The first word, and all the others; undefined for less than two words ('Input must not be empty.', ATTEND-05). */
export const splitName = (name: string): { readonly first: string; readonly last: string } | undefined => {
  const [first, ...others] = tidy(name).split(" ");
  return first && others.length > 0 ? { first, last: others.join(" ") } : undefined;
};

/** Two words or more that can be parted into a first and a last name of at most 50 letters each. */
const isWholeName = (name: string): boolean =>
  [...name.matchAll(/ /g)].some(({ index }) => index <= longestName && name.length - index - 1 <= longestName);

/** Names and addresses of the tickets of one type, in the order of the tickets. */
export type AttendeesSent = {
  readonly quantity: number;
  readonly admit_names?: readonly string[] | undefined;
  readonly admit_emails?: readonly string[] | undefined;
};
export type AttendeesVerdict =
  | { readonly admit_names: readonly (string | null)[]; readonly admit_emails: readonly (string | null)[] }
  | {
      readonly problem: {
        /** Which of the tickets, from 0. */
        readonly place: number;
        readonly field: "admit_names" | "admit_emails";
        readonly message: "required" | "too_many" | "not_a_name" | "not_email";
      };
    };

/**
 * The attendees of a request, judged for the tickets of one type: as many as there are tickets where they are required,
 * dropped where they are not asked. One null or text for each ticket comes back.
 */
export const judgeAttendees = (ask: AttendeeAsk, sent: AttendeesSent): AttendeesVerdict => {
  const names = ask.names === "hidden" ? [] : (sent.admit_names ?? []).map(tidy);
  const emails = ask.emails === "hidden" ? [] : (sent.admit_emails ?? []).map(plainText);
  if (names.length > sent.quantity)
    return { problem: { place: sent.quantity, field: "admit_names", message: "too_many" } };
  if (emails.length > sent.quantity)
    return { problem: { place: sent.quantity, field: "admit_emails", message: "too_many" } };
  for (let place = 0; place < sent.quantity; place++) {
    const [name, email] = [names[place] ?? "", emails[place] ?? ""];
    if (name === "" && ask.names === "required")
      return { problem: { place, field: "admit_names", message: "required" } };
    if (name !== "" && !isWholeName(name)) return { problem: { place, field: "admit_names", message: "not_a_name" } };
    const wrong = ask.emails === "hidden" ? undefined : emailProblem(ask.emails, email);
    if (wrong)
      return { problem: { place, field: "admit_emails", message: wrong === "required" ? "required" : "not_email" } };
  }
  const each = (texts: readonly string[]) => Array.from({ length: sent.quantity }, (_, place) => texts[place] || null);
  return { admit_names: each(names), admit_emails: each(emails) };
};
