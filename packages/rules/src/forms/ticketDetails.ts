import type { PreReserveCodes, TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { WebSettings } from "@foyer/contract/shop/seller.ts";
import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import {
  attendeeProblems,
  emptyAttendee,
  groupAttendeeFields,
  joinName,
  labelProblems,
  type Attendee,
  type AttendeeFields,
  type AttendeeProblem,
  type LabelProblem,
} from "./attendees.ts";
import type { GroupChoice } from "../reserve/ticketChoices.ts";
import { needsVoucher, type CityPassFormats, type Voucher, type VoucherProblem } from "./cityPass.ts";
import {
  answerProblems,
  cleanAnswers,
  surveyFields,
  type SurveyField,
  type SurveyProblem,
  type SurveyContext,
  type EnteredAnswers,
} from "./survey.ts";

/** One selected ticket, such as the second adult. */
export type DetailTicket = {
  readonly key: string;
  readonly ticket_type_id: string;
  readonly type_name: string;
  /** The ticket's number among those of its type, from 1. */
  readonly number: number;
};
export type DetailGroup = {
  readonly ticket_group_id: string;
  readonly handler: Handler;
  readonly group_name: string;
  readonly fields: AttendeeFields;
  readonly attendees: readonly DetailTicket[];
  readonly survey: readonly SurveyField[];
};
/** The details that the selected tickets need. */
export type DetailsForm = {
  readonly groups: readonly DetailGroup[];
  /** Tickets that need a voucher. */
  readonly vouchers: readonly DetailTicket[];
};

/** Details as entered. Those of deselected tickets are kept in case they are selected again. */
export type DetailsInput = {
  /** By ticket key. */
  readonly attendees: Readonly<Record<string, Attendee>>;
  /** By ticket group id. */
  readonly answers: Readonly<Record<string, EnteredAnswers>>;
  /** By ticket key. */
  readonly vouchers: Readonly<Record<string, string>>;
};
export const emptyDetails: DetailsInput = { attendees: {}, answers: {}, vouchers: {} };

const ticketKey = (ticket_type_id: string, index: number): string => `${ticket_type_id}:${index}`;

/** The names of the fields, as used in `DetailProblem`. */
export const detailField = {
  attendee: (ticket: string, field: keyof Attendee): string => `attendee:${ticket}:${field}`,
  answer: (ticket_group_id: string, question: string): string => `answer:${ticket_group_id}:${question}`,
  voucher: (ticket: string): string => `voucher:${ticket}`,
};

type DetailsContext = {
  readonly choices: readonly GroupChoice[];
  readonly event: Pick<EventTemplate, "meta" | "config">;
  readonly web: Pick<WebSettings, "citypass">;
  readonly context: readonly SurveyContext[];
};

/** The details for the selected tickets by group. Groups without details are left out. */
export const detailsForm = ({ choices, event, web, context }: DetailsContext): DetailsForm => {
  const groups = choices
    .map(({ group, types }) => ({ group, tickets: types.flatMap(detailTickets) }))
    .filter(({ tickets }) => tickets.length > 0);
  return {
    groups: groups
      .map(({ group, tickets }): DetailGroup => {
        const fields = groupAttendeeFields(group, event.meta);
        return {
          ticket_group_id: group.id,
          handler: group.handler,
          group_name: group.name,
          fields,
          attendees: fields.names === "hidden" && fields.emails === "hidden" ? [] : tickets,
          survey: group.additional_info_spec ? surveyFields(group.additional_info_spec, context) : [],
        };
      })
      .filter(({ attendees, survey }) => attendees.length + survey.length > 0),
    vouchers: groups.flatMap(({ group, tickets }) => (needsVoucher(group, event.config, web) ? tickets : [])),
  };
};

const detailTickets = ({ type, quantity }: GroupChoice["types"][number]): readonly DetailTicket[] =>
  Array.from({ length: quantity }, (_, index) => ({
    key: ticketKey(type.id, index),
    ticket_type_id: type.id,
    type_name: type.name,
    number: index + 1,
  }));

export type DetailProblem = {
  readonly field: string;
  readonly message:
    | AttendeeProblem["message"]
    | LabelProblem["message"]
    | SurveyProblem["message"]
    | VoucherProblem["message"];
};

/** `voucherProblems` of vouchers.ts. It is passed in, because its pattern engine is only loaded when needed. */
export type CheckVouchers = (
  formats: CityPassFormats | undefined,
  vouchers: readonly Voucher[],
) => readonly VoucherProblem[];

/** Validates the entered values, in the order of the form. */
export const detailProblems = (
  { groups, vouchers }: DetailsForm,
  typed: DetailsInput,
  formats: CityPassFormats | undefined,
  checkVouchers: CheckVouchers,
): readonly DetailProblem[] => {
  const ofGroups = groups.flatMap(({ ticket_group_id, fields, attendees, survey }): DetailProblem[] => [
    ...attendees.flatMap(({ key }) => {
      const attendee = typed.attendees[key] ?? emptyAttendee;
      const found = fields.label ? labelProblems(fields.label, attendee) : attendeeProblems(fields, attendee);
      return found.map(({ field, message }) => ({ field: detailField.attendee(key, field), message }));
    }),
    ...answerProblems(survey, typed.answers[ticket_group_id] ?? {}).map(({ question, message }) => ({
      field: detailField.answer(ticket_group_id, question),
      message,
    })),
  ]);
  const ofVouchers = checkVouchers(
    formats,
    vouchers.map((ticket) => ({ ...ticket, voucher: typed.vouchers[ticket.key] ?? "" })),
  ).map(({ index, message }) => ({ field: detailField.voucher(vouchers[index]?.key ?? ""), message }));
  return [...ofGroups, ...ofVouchers];
};

type TypeRequest = TicketRequest["ticket_types_required"][number];

/** The parts of a reservation request that come from details. */
export type DetailsRequest = {
  /** By ticket type id. */
  readonly admits: Readonly<Record<string, Pick<TypeRequest, "admit_names" | "admit_emails">>>;
  readonly additionalInfo?: Readonly<Record<string, SurveyAnswers>>;
  readonly preReservePromoCodes?: PreReserveCodes;
};

/** The entered details as a request. `visit_datetime` is the start of the session that the vouchers are for. */
export const detailsRequest = (
  { groups, vouchers }: DetailsForm,
  typed: DetailsInput,
  visit_datetime: string | undefined,
): DetailsRequest => {
  const admits: Record<string, { admit_names?: string[]; admit_emails?: string[] }> = {};
  const answered: Record<string, SurveyAnswers> = {};
  for (const { fields, attendees, survey, ticket_group_id } of groups) {
    for (const { key, ticket_type_id } of attendees) {
      const { first, last, email } = typed.attendees[key] ?? emptyAttendee;
      const admit = (admits[ticket_type_id] ??= {});
      if (fields.names !== "hidden") (admit.admit_names ??= []).push(joinName(first, last));
      if (fields.emails !== "hidden") (admit.admit_emails ??= []).push(email.trim());
    }
    const answers = cleanAnswers(survey, typed.answers[ticket_group_id] ?? {});
    if (Object.keys(answers).length > 0) answered[ticket_group_id] = answers;
  }
  return {
    admits,
    ...(Object.keys(answered).length > 0 ? { additionalInfo: answered } : {}),
    ...(vouchers.length > 0
      ? {
          preReservePromoCodes: {
            codes: vouchers.map(({ key }) => (typed.vouchers[key] ?? "").trim()),
            handler: "citypass",
            handler_data: {
              ...(visit_datetime === undefined ? {} : { visit_datetime }),
              ticket_type_ids: vouchers.map(({ ticket_type_id }) => ticket_type_id),
            },
          },
        }
      : {}),
  };
};

/** What the `extra` of a refusal can say about the faulty field. */
export type RefusedDetail = {
  readonly ticket_group_id?: unknown;
  /** Problems of the answers, by question. */
  readonly problems?: unknown;
  readonly ticket_type_id?: unknown;
  /** Index of an attendee among the tickets of a type, or of a voucher among the codes, from 0. */
  readonly index?: unknown;
  /** 'admit_names' or 'admit_emails'. */
  readonly fields?: unknown;
};

/**
 * The fields that a refusal is about, in the order of the form; empty if it names none of this form. A refused
 * voucher is named by its index among the codes, an attendee by the index among the tickets.
 */
export const refusedFields = (form: DetailsForm, code: string, extra: RefusedDetail): readonly string[] => {
  const { ticket_group_id, problems, ticket_type_id, index, fields } = extra;
  if (code === "invalid_citypass" || code === "code_exhausted") {
    const ticket = typeof index === "number" ? form.vouchers[index] : undefined;
    return ticket ? [detailField.voucher(ticket.key)] : [];
  }
  if (code === "additional_info_validation_failed")
    return form.groups
      .filter((group) => group.ticket_group_id === ticket_group_id)
      .flatMap(({ survey, ticket_group_id: id }) =>
        survey
          .filter(({ name }) => typeof problems === "object" && problems !== null && Object.hasOwn(problems, name))
          .map(({ name }) => detailField.answer(id, name)),
      );
  if (typeof ticket_type_id !== "string" || typeof index !== "number" || !Array.isArray(fields)) return [];
  const ticket = form.groups
    .flatMap(({ attendees }) => attendees)
    .find(({ key }) => key === ticketKey(ticket_type_id, index));
  return ticket ? [detailField.attendee(ticket.key, fields.includes("admit_emails") ? "email" : "first")] : [];
};
