import type { endMember } from "@foyer/contract/office/members/memberActions.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { findOrder, type OrderRow } from "../../../modules/orders/readOrders.ts";
import {
  membersThatEnd,
  termsChangedInto,
  visitsAhead,
  type EndingMembership,
  type FormerTerm,
  type MemberVisitRow,
} from "../changeMember.sql.ts";

export type Ending = Pick<StaffReceived<typeof endMember>, "money" | "refund_to" | "visits" | "whose">;

/** An order, and the tickets to cancel in it. */
export type Part = { readonly order: OrderRow; readonly ticket_ids: readonly string[] };

export type PlannedEnd = {
  readonly people: readonly EndingMembership[];
  readonly visits: readonly MemberVisitRow[];
  /** Orders of the current term from before its level was changed, latest first. */
  readonly earlier: readonly Part[];
  /** The membership's own order first, followed by the earlier ones: each order's term replaced that of the next one. */
  readonly parts: readonly [Part, ...Part[]];
};

/** The earlier terms that became the current one by changes of level, step by step, latest first. */
const formerTerms = async (ctx: StaffContext, membership_ids: readonly string[]): Promise<FormerTerm[]> => {
  const former = await termsChangedInto(ctx.db, ctx.seller.id, membership_ids);
  if (former.length === 0) return former;
  const ids = former.map(({ id }) => id);
  return [...former, ...(await formerTerms(ctx, ids))];
};

export const planEnd = async (
  ctx: StaffContext,
  membership_id: string,
  { visits: choice, whose }: Pick<Ending, "visits" | "whose">,
): Promise<PlannedEnd> => {
  const { db, seller } = ctx;
  const party = await membersThatEnd(db, seller.id, membership_id);
  const people = whose === "card" ? party.filter(({ id }) => id === membership_id) : party;
  const [own] = people;
  if (!own) throw new Refused({ code: "ticket_state_incorrect", context: "membership" });
  const ids = people.map(({ id }) => id);
  const former = await formerTerms(ctx, ids);
  const ahead = await visitsAhead(db, seller.id, [...ids, ...former.map(({ id }) => id)]);
  const ofTerm = new Set([own, ...former].map(({ ticket_order_id }) => ticket_order_id));
  const visits = ahead.filter(({ ticket_order_id }) => !ofTerm.has(ticket_order_id));
  const partOf = async (id: string, ticket_ids: readonly string[]): Promise<Part> => {
    const order = await findOrder(ctx, id);
    if (!order) throw new Error(`The order ${id} of a ticket is missing.`);
    return { order, ticket_ids };
  };
  const first = await partOf(
    own.ticket_order_id,
    people.map(({ ticket_id }) => ticket_id),
  );
  const others = choice === "cancel" ? [...Map.groupBy(visits, ({ ticket_order_id }) => ticket_order_id)] : [];
  const earlier = await Promise.all(
    [...Map.groupBy(former, ({ ticket_order_id }) => ticket_order_id)].map(([id, terms]) =>
      partOf(
        id,
        terms.map(({ ticket_id }) => ticket_id),
      ),
    ),
  );
  const ofVisits = await Promise.all(
    others.map(([id, tickets]) =>
      partOf(
        id,
        tickets.map(({ ticket_id }) => ticket_id),
      ),
    ),
  );
  return { people, visits, earlier, parts: [first, ...earlier, ...ofVisits] };
};
