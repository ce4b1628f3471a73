import type { SurveyAnswers } from "@foyer/contract/survey.ts";
import { takesCityPass, judgeVouchers, type CityPassFormats, type VouchersSent } from "./cityPass.ts";
import { foldCode } from "./codes.ts";
import { orderedFor } from "./membershipSale.ts";
import type { Buyer, HoldNo, NewTicket, Shelf } from "./shelf.ts";
import { judgeSurvey, reserveContext } from "./surveyForm.ts";

/** What a seller says of city passes, and which of the vouchers that were named let somebody in already, as codes are compared. */
export type CityPassDesk = {
  readonly web: { readonly citypass?: boolean | undefined };
  readonly formats: CityPassFormats | undefined;
  readonly taken: ReadonlySet<string>;
};

/** Survey answers, by ticket group. */
export type AnswersByGroup = Readonly<Record<string, SurveyAnswers>>;
export type FormsSent = {
  readonly vouchers: VouchersSent | undefined;
  readonly answers: AnswersByGroup;
  /** Nobody is there to be asked: a membership that renews itself. What is not answered is nobody's fault then. */
  readonly unattended?: boolean;
};

type Judged = { readonly no: HoldNo } | { readonly answers: AnswersByGroup };

/**
 * The survey answers of a request. Every group that tickets are wished for has to be answered, now or before, where
 * somebody is there to answer; answers for what the cart does not hold are nobody's.
 */
export const judgeAnswers = (
  tickets: readonly NewTicket[],
  { held, answers: before, role }: Pick<Buyer, "held" | "answers" | "role">,
  { groups }: Pick<Shelf, "groups">,
  { answers: given, unattended = false }: Pick<FormsSent, "answers" | "unattended">,
): Judged => {
  if (unattended) return { answers: {} };
  const wished = new Set(tickets.map((ticket) => ticket.ticket_group_id));
  const inCart = new Map([...held, ...tickets].map((ticket) => [ticket.ticket_group_id, ticket]));
  const answers: Record<string, SurveyAnswers> = {};
  for (const ticket_group_id of new Set([...Object.keys(given), ...wished])) {
    const group = groups.get(ticket_group_id);
    const ticket = inCart.get(ticket_group_id);
    if (!group || !ticket) return refused(ticket_group_id, []);
    const sent = ownOf(given, ticket_group_id) ?? ownOf(before, ticket_group_id) ?? {};
    const spec = group.additional_info_spec ?? { properties: {} };
    const context = reserveContext(role === "member" ? "member" : "guest", orderedFor(ticket));
    const verdict = judgeSurvey(spec, context, sent);
    if ("problems" in verdict) return refused(ticket_group_id, verdict.problems);
    if (Object.hasOwn(given, ticket_group_id)) answers[ticket_group_id] = verdict.answers;
  }
  return { answers };
};

const ownOf = (answers: AnswersByGroup, id: string): SurveyAnswers | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

const refused = (
  ticket_group_id: string,
  problems: readonly { readonly question: string; readonly message: string }[],
): { no: HoldNo } => ({
  no: {
    code: "additional_info_validation_failed",
    extra: {
      ticket_group_id,
      problems: Object.fromEntries(problems.map(({ question, message }) => [question, message])),
    },
  },
});

type Admitted =
  | { readonly no: HoldNo }
  | { readonly tickets: readonly NewTicket[]; readonly others: readonly string[] };

/** Gives each ticket that is had for a voucher its own. Codes that came after the vouchers are promo codes. */
export const judgeCityPass = (
  tickets: readonly NewTicket[],
  { groups, types, cityPass }: Pick<Shelf, "groups" | "types" | "cityPass">,
  sent: VouchersSent | undefined,
): Admitted => {
  const admitted = tickets.filter((ticket) => {
    const config = groups.get(ticket.ticket_group_id)?.event.config;
    return config !== undefined && takesCityPass(config, cityPass.web);
  });
  if (admitted.length === 0 && !sent) return { tickets, others: [] };
  const needed = admitted.map(({ ticket_type_id }) => ({
    ticket_type_id,
    type_name: types.get(ticket_type_id)?.name ?? "",
    quantity: 1,
  }));
  const { codes = [], ticket_type_ids = [] } = sent ?? {};
  const vouchers = { codes: codes.slice(0, ticket_type_ids.length), ticket_type_ids };
  const verdict = judgeVouchers(cityPass.formats, needed, vouchers);
  if ("problem" in verdict) return { no: { code: "invalid_citypass", extra: verdict.problem } };

  const open = new Map<string, string[]>();
  for (const [place, { ticket_type_id, voucher }] of verdict.vouchers.entries()) {
    if (cityPass.taken.has(foldCode(voucher)))
      return { no: { code: "code_exhausted", extra: { place, ticket_type_id, code: voucher } } };
    open.set(ticket_type_id, [...(open.get(ticket_type_id) ?? []), voucher]);
  }
  const given = new Set(admitted);
  return {
    tickets: tickets.map((ticket) => {
      const voucher = given.has(ticket) ? open.get(ticket.ticket_type_id)?.shift() : undefined;
      return voucher === undefined
        ? ticket
        : { ...ticket, voucher: foldCode(voucher), handler_data: { citypass: voucher } };
    }),
    others: codes.slice(ticket_type_ids.length),
  };
};
