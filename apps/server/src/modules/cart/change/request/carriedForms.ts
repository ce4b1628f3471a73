import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import type { AnswersByGroup, Buyer } from "@foyer/rules/hold/catalogSnapshot.ts";
import { carriedAnswers } from "@foyer/rules/forms/carriedAnswers.ts";
import { voucherOf } from "@foyer/rules/aftersale/freedVouchers.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import type { LockedCartRow } from "../../locks.sql.ts";
import { isActiveTicket } from "../judgeOrderTickets.ts";
import type { RequestedChange } from "../orderChanges.ts";
import type { ChangedOrder } from "../readChangedOrder.ts";

type SurveyedGroup = { readonly id: string; readonly spec: SurveySpec | null };
type TicketWithVoucher = { readonly handler_data?: Readonly<Record<string, unknown>> | null };

/**
 * The order's answers for the groups of its new tickets: answers of the same group, or else of the given-up tickets'
 * groups.
 */
export const answersForGroups = (
  { order, tickets }: Pick<ChangedOrder, "order" | "tickets">,
  gives_up: readonly string[],
  groups: readonly SurveyedGroup[],
): AnswersByGroup => {
  const given = tickets.filter(({ id }) => gives_up.includes(id));
  const answersOf = (id: string): SurveyAnswers => (Object.hasOwn(order.answers, id) ? (order.answers[id] ?? {}) : {});
  const answered = given.flatMap(({ ticket_group_id, survey }) =>
    survey ? [{ spec: survey, answers: answersOf(ticket_group_id) }] : [],
  );
  return Object.fromEntries(
    groups.flatMap(({ id, spec }) => {
      const carried = spec ? carriedAnswers(spec, [{ spec, answers: answersOf(id) }, ...answered]) : {};
      return Object.keys(carried).length > 0 ? [[id, carried]] : [];
    }),
  );
};

/** Merges the answers of two sources by group; the second source wins. */
export const mergeAnswers = (one: AnswersByGroup, other: AnswersByGroup): AnswersByGroup => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([id, answers]) => [id, { ...(Object.hasOwn(one, id) ? one[id] : {}), ...answers }]),
  ),
});

/** What a request need not enter again: the answers of its cart and of the order, and the vouchers of given-up tickets. */
export const carriedForms = (
  change: RequestedChange | undefined,
  cart: Pick<LockedCartRow, "answers"> | undefined,
  {
    staying,
    groups,
  }: {
    readonly staying: readonly TicketWithVoucher[];
    readonly groups: ReadonlyMap<string, { readonly additional_info_spec: SurveySpec | null }>;
  },
): Pick<Buyer, "answers" | "vouchersGivenUp"> => {
  const answers = cart?.answers ?? {};
  if (!change) return { answers };
  const { order, wanted } = change;
  const surveys = [...groups].map(([id, { additional_info_spec: spec }]) => ({ id, spec }));
  return {
    answers: mergeAnswers(answersForGroups(order.changed, wanted.gives_up, surveys), answers),
    vouchersGivenUp: vouchersGivenUp(order.changed, wanted.gives_up, staying),
  };
};

/** The vouchers of given-up tickets that no ticket of the cart uses. */
const vouchersGivenUp = (
  { tickets }: Pick<ChangedOrder, "tickets">,
  gives_up: readonly string[],
  own: readonly TicketWithVoucher[],
): readonly string[] => {
  const taken = new Set(own.flatMap((ticket) => voucherOf(ticket) ?? []).map(normalizeCode));
  return tickets
    .filter((ticket) => isActiveTicket(ticket) && gives_up.includes(ticket.id))
    .flatMap((ticket) => voucherOf(ticket) ?? [])
    .filter((voucher) => !taken.has(normalizeCode(voucher)));
};

/** The normalised voucher that a new ticket takes over from a given-up one; null if it has none. */
export const carriedVoucher = (ticket: TicketWithVoucher): string | null => {
  const voucher = voucherOf(ticket);
  return voucher === undefined ? null : normalizeCode(voucher);
};
