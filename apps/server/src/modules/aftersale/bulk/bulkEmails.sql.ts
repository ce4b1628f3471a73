import { statement, type Pipeline } from "../../../db/statements/statement.ts";

export type NamedOrders = { readonly orders: number; readonly order_numbers: readonly number[] };

/** The most order numbers that are named. */
const namedOrders = 20;

const named = (rows: readonly { readonly order_number: number }[]): NamedOrders => ({
  orders: rows.length,
  order_numbers: rows.slice(0, namedOrders).map(({ order_number }) => order_number),
});

type OfJob = { readonly bulk_job_id: string };

/** Orders that a job has changed, or let choose, whose buyers have no address, so that they were not told. */
export const untoldOrders = async (
  pipeline: Pipeline,
  seller_id: string,
  { bulk_job_id }: OfJob,
): Promise<NamedOrders> =>
  named(
    await statement<{ order_number: number }>(
      pipeline,
      `select i.order_number from bulk_item i
       join ticket_order o on o.seller_id = $1 and o.id = i.ticket_order_id
       join identity p on p.seller_id = $1 and p.id = o.identity_id
       where i.seller_id = $1 and i.bulk_job_id = $2 and p.email is null
         and (i.state = 'done' or i.state = 'left' and i.told_at is not null)
       order by i.order_number`,
      [seller_id, bulk_job_id],
    ),
  );

/**
 * Orders whose e-mail of a job could not be sent. The e-mails about a change have no job: they are of the transaction that
 * ended the item, so they were written within the same minute.
 */
export const undeliveredOrders = async (
  pipeline: Pipeline,
  seller_id: string,
  { bulk_job_id }: OfJob,
): Promise<NamedOrders> =>
  named(
    await statement<{ order_number: number }>(
      pipeline,
      `select distinct i.order_number from bulk_item i
       join outbox x on x.seller_id = $1 and x.ref_id = i.ticket_order_id and x.state = 'dead'
         and x.kind in ('bulk_message', 'order_changed', 'order_cancelled')
         and (x.kind = 'bulk_message' and x.occasion = $2::uuid::text
           or x.kind <> 'bulk_message'
             and x.created_at between i.ended_at - interval '1 minute' and i.ended_at + interval '1 minute')
       where i.seller_id = $1 and i.bulk_job_id = $2::uuid order by i.order_number`,
      [seller_id, bulk_job_id],
    ),
  );
