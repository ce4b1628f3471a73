import type { MemberListRow } from "@foyer/contract/office/members/memberList.ts";
import type { OrderListRow } from "@foyer/contract/office/orders/orders.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { presentOrderRow } from "../desk/list/listOrders.ts";
import type { OrderFilter } from "../desk/list/orderConditions.sql.ts";
import { findOrderPage, readOrderSummaries, type WantedPage } from "../desk/list/orderList.sql.ts";
import { presentMember } from "../members/listMembers.ts";
import { memberCursor, selectMembers, type WantedMembers } from "../members/memberList.sql.ts";
import { answersInWords } from "./answersInWords.ts";
import {
  readOrderExtras,
  readPersonList,
  readTicketList,
  type OrderExtra,
  type PersonListRow,
  type TicketListRow,
} from "./rows.sql.ts";

/** The number of orders read at once. */
const ordersAtOnce = 250;
const membersAtOnce = 500;
const personsAtOnce = 250;

type Wanted = Pick<WantedPage, "filter" | "found" | "sort">;
type InWords = OrderExtra & { readonly answersTo: (groups: readonly string[]) => string };
type WithAnswers = { readonly answers: string };
export type OrderFileRow = OrderListRow & Omit<OrderExtra, "answers"> & WithAnswers;
export type TicketFileRow = TicketListRow & Pick<OrderExtra, "notes"> & WithAnswers;

/** Order numbers in the list's order, page by page. New orders do not shift the pages. */
const orderPages = async function* (ctx: StaffContext, wanted: Wanted): AsyncGenerator<readonly number[]> {
  let after: string | undefined;
  for (;;) {
    const { numbers, next } = await findOrderPage(ctx, { ...wanted, after, limit: ordersAtOnce });
    if (numbers.length > 0) yield numbers;
    if (next === null) return;
    after = next;
  }
};

const extrasOf = async (ctx: StaffContext, numbers: readonly number[]): Promise<ReadonlyMap<number, InWords>> => {
  const extras = await readOrderExtras(ctx, numbers);
  const inWords = await answersInWords(
    ctx,
    extras.map(({ answers }) => answers),
  );
  return new Map(
    extras.map((extra) => [extra.order_number, { ...extra, answersTo: (groups) => inWords(extra.answers, groups) }]),
  );
};

/** With the answers about what the order still has. */
export const listedOrders = async function* (ctx: StaffContext, wanted: Wanted): AsyncGenerator<OrderFileRow> {
  for await (const numbers of orderPages(ctx, wanted)) {
    const [summaries, extras] = await Promise.all([readOrderSummaries(ctx, numbers), extrasOf(ctx, numbers)]);
    for (const summary of summaries) {
      const extra = extras.get(summary.order_number);
      if (extra) yield { ...presentOrderRow(summary), ...extra, answers: extra.answersTo(extra.valid_groups) };
    }
  }
};

/** Each with the answers about its own ticket group. */
export const listedTickets = async function* (ctx: StaffContext, wanted: Wanted): AsyncGenerator<TicketFileRow> {
  for await (const numbers of orderPages(ctx, wanted)) {
    const [tickets, extras] = await Promise.all([readTicketList(ctx, numbers, wanted.filter), extrasOf(ctx, numbers)]);
    for (const ticket of tickets) {
      const extra = extras.get(ticket.order_number);
      yield { ...ticket, answers: extra?.answersTo([ticket.ticket_group_id]) ?? "", notes: extra?.notes ?? "" };
    }
  }
};

export const listedPersons = async function* (ctx: StaffContext, filter: OrderFilter): AsyncGenerator<PersonListRow> {
  let after = "";
  for (;;) {
    const persons = await readPersonList(ctx, { filter, after, limit: personsAtOnce });
    yield* persons;
    if (persons.length < personsAtOnce) return;
    after = persons.at(-1)?.address ?? "";
  }
};

export const listedMembers = async function* (
  ctx: StaffContext,
  wanted: Pick<WantedMembers, "filter" | "terms" | "sort">,
): AsyncGenerator<MemberListRow> {
  let after: string | undefined;
  for (;;) {
    const members = await selectMembers(ctx, { ...wanted, after, limit: membersAtOnce });
    yield* members.map(presentMember);
    const last = members.at(-1);
    if (members.length < membersAtOnce || !last) return;
    after = memberCursor(wanted.sort, last);
  }
};
