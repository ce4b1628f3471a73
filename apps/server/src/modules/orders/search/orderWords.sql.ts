import { choosePlans, useGenericPlans } from "../../../db/connection/tenantConnection.ts";
import { inOneTrip, statement, statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type DueOrder = { readonly id: string; readonly ticket_order_id: string };

/** Orders whose words are to be rewritten, longest waiting first. Another server takes others. */
export const lockDueOrders = (pipeline: Pipeline, seller_id: string, limit: number): Promise<DueOrder[]> =>
  statementWithFreshPlan(
    pipeline,
    `select id, ticket_order_id from order_search_due where seller_id = $1 order by id limit $2 for update skip locked`,
    [seller_id, limit],
  );

/**
 * Locks orders, so that two servers do not write the words of one order at the same time: the later one would store what
 * it had read earlier. Returns their numbers.
 */
export const lockOrderNumbers = async (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<number[]> => {
  const rows = await statementWithFreshPlan<{ order_number: number }>(
    pipeline,
    `select order_number from ticket_order where seller_id = $1 and id = any($2::uuid[]) order by id for no key update`,
    [seller_id, order_ids],
  );
  return rows.map(({ order_number }) => order_number);
};

export type OrderText = {
  readonly order_number: number;
  readonly kind: "name" | "email" | "phone" | "card";
  readonly text: string;
};

/** `offset 0` keeps the planner from reading whole tables, as in `lockCheckout.sql.ts`. */
const orderTexts = `with o as materialized (
   select found.* from unnest($2::bigint[]) as asked (order_number)
   cross join lateral (select id, order_number, identity_id, owner_identity_id from ticket_order
     where seller_id = $1 and order_number = asked.order_number offset 0) found)
 select o.order_number, x.kind, x.text
 from o cross join lateral (select * from identity where seller_id = $1 and id = o.identity_id offset 0) i
 cross join lateral (values ('name', i.first_name), ('name', i.last_name), ('email', i.email), ('phone', i.phone)) x (kind, text)
 where x.text is not null
 union select o.order_number, 'email', i.email
 from o cross join lateral (select email from identity where seller_id = $1 and id = o.owner_identity_id offset 0) i
 where i.email is not null
 union select o.order_number, x.kind, x.text
 from o cross join lateral (select * from ticket where seller_id = $1 and ticket_order_id = o.id
   and state in ('booked', 'redeemed', 'cancelled') offset 0) t
 cross join lateral (values ('name', t.admit_name), ('email', t.admit_email)) x (kind, text)
 where x.text is not null
 union select o.order_number, x.kind, x.text
 from o cross join lateral (select * from membership where seller_id = $1 and ticket_order_id = o.id offset 0) m
 cross join lateral (values ('name', m.holder_name), ('email', m.holder_email)) x (kind, text)
 where x.text is not null
 union select o.order_number, 'card', p.gateway_data -> 'card' ->> 'last4'
 from o cross join lateral (select gateway_data from payment where seller_id = $1 and ticket_order_id = o.id
   and state in ('captured', 'refunded') offset 0) p
 where p.gateway_data -> 'card' ->> 'last4' is not null`;

/** Up to so many orders, planning the statement costs more than running it by a kept plan, which finds rows by key. */
const fewOrders = 20;

/**
 * Names, addresses, telephone numbers and last card digits of orders: of the purchaser, and of the people named on
 * tickets and cards.
 */
export const readOrderTexts = async (
  pipeline: Pipeline,
  seller_id: string,
  order_numbers: readonly number[],
): Promise<OrderText[]> => {
  const values = [seller_id, order_numbers];
  if (order_numbers.length > fewOrders) return statementWithFreshPlan(pipeline, orderTexts, values);
  const [, texts] = await inOneTrip(pipeline, (pipeline) =>
    Promise.all([
      statement(pipeline, useGenericPlans, []),
      statement<OrderText>(pipeline, orderTexts, values),
      statement(pipeline, choosePlans, []),
    ]),
  );
  return texts;
};

export type OrderWord = { readonly order_number: number; readonly kind: OrderText["kind"]; readonly word: string };

/** Replaces the words of orders. */
export const replaceOrderWords = async (
  pipeline: Pipeline,
  seller_id: string,
  order_numbers: readonly number[],
  words: readonly OrderWord[],
): Promise<void> => {
  const deleted = statementWithFreshPlan(
    pipeline,
    `delete from order_word where seller_id = $1 and order_number = any($2::bigint[])`,
    [seller_id, order_numbers],
  );
  const inserted = statementWithFreshPlan(
    pipeline,
    `insert into order_word (seller_id, kind, word, order_number)
     select $1, n.kind, n.word, n.order_number from unnest($2::text[], $3::text[], $4::bigint[]) as n (kind, word, order_number)
     returning true as inserted`,
    [
      seller_id,
      words.map(({ kind }) => kind),
      words.map(({ word }) => word),
      words.map(({ order_number }) => order_number),
    ],
  );
  await Promise.all([deleted, inserted]);
};

export const deleteDueOrders = async (pipeline: Pipeline, seller_id: string, ids: readonly string[]): Promise<void> => {
  await statementWithFreshPlan(pipeline, `delete from order_search_due where seller_id = $1 and id = any($2::uuid[])`, [
    seller_id,
    ids,
  ]);
};
