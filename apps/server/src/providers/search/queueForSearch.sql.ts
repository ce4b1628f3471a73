import { newOrderedId } from "../../db/newId.ts";
import { statement, withAnswer, type Pipeline } from "../../db/statements/statement.ts";

/**
 * Queues orders for indexing (modules/orders/search), in the transaction that changed their words, so that no change is
 * missed. A row names one order; several rows may name the same order, so that a change during indexing is not lost.
 */
export const queueForSearch = async (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<void> => {
  if (order_ids.length === 0) return;
  await statement(
    pipeline,
    `insert into order_search_due (seller_id, id, ticket_order_id)
     select $1, n.id, n.order_id from unnest($2::uuid[], $3::uuid[]) as n (id, order_id) ${withAnswer}`,
    [seller_id, order_ids.map(() => newOrderedId()), order_ids],
  );
};

/** The purchaser's words by which an order is found. Words left out do not change. */
type PurchaserWords = {
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
};
const names = ["first_name", "last_name", "email", "phone"] as const;

/** The same for all orders of a person whose details are about to change. Call it before they do. */
export const queueOrdersOfPerson = async (
  pipeline: Pipeline,
  seller_id: string,
  { identity_id, details }: { readonly identity_id: string; readonly details: PurchaserWords },
): Promise<void> => {
  const given = names.filter((name) => details[name] !== undefined);
  if (given.length === 0) return;
  await statement(
    pipeline,
    `insert into order_search_due (seller_id, id, ticket_order_id)
     select $1, gen_random_uuid(), o.id from ticket_order o
     where o.seller_id = $1 and o.identity_id = $2 and exists (
       select from identity i where i.seller_id = $1 and i.id = $2 and (
         (i.first_name is distinct from $3::text and $7::boolean) or (i.last_name is distinct from $4::text and $8::boolean)
         or (i.email is distinct from $5::text and $9::boolean) or (i.phone is distinct from $6::text and $10::boolean)))
     ${withAnswer}`,
    [
      seller_id,
      identity_id,
      ...names.map((name) => details[name] ?? null),
      ...names.map((name) => details[name] !== undefined),
    ],
  );
};

/** The same for the orders of tickets. */
export const queueOrdersOfTickets = async (
  pipeline: Pipeline,
  seller_id: string,
  ticket_ids: readonly string[],
): Promise<void> => {
  await statement(
    pipeline,
    `insert into order_search_due (seller_id, id, ticket_order_id)
     select $1, gen_random_uuid(), t.ticket_order_id from ticket t
     where t.seller_id = $1 and t.id = any($2::uuid[]) and t.ticket_order_id is not null ${withAnswer}`,
    [seller_id, ticket_ids],
  );
};
