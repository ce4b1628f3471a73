import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { JournalBackfillTable, JournalStep } from "../../db/schema/journal.ts";
import { optimizationFence, statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

/** Locks a due step of a seller's backfill that no other server is working on. */
export const claimStep = async (
  pipeline: Pipeline,
  seller_id: string,
): Promise<(Pick<JournalBackfillTable, "step"> & { readonly after: string }) | undefined> => {
  const [claimed] = await statementWithFreshPlan<{ step: JournalStep; after: string }>(
    pipeline,
    `select step, after from journal_backfill where seller_id = $1 and due_at <= app_now() order by step limit 1 for update skip locked`,
    [seller_id],
  );
  return claimed;
};

/** `last` is the id that the step has reached. */
export const saveProgress = async (
  pipeline: Pipeline,
  seller_id: string,
  { step, last }: { readonly step: JournalStep; readonly last: string },
): Promise<void> => {
  await statementWithFreshPlan(pipeline, `update journal_backfill set after = $3 where seller_id = $1 and step = $2`, [
    seller_id,
    step,
    last,
  ]);
};

/** Ends a pass. The next one begins an hour after the journal did, and the last one ends the step. */
export const endPass = async (pipeline: Pipeline, seller_id: string, step: JournalStep): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `delete from journal_backfill where seller_id = $1 and step = $2 and again_at is null`,
    [seller_id, step],
  );
  await statementWithFreshPlan(
    pipeline,
    `update journal_backfill set after = '00000000-0000-0000-0000-000000000000', due_at = again_at, again_at = null
     where seller_id = $1 and step = $2 and again_at is not null`,
    [seller_id, step],
  );
};

/** The next ids of each step. For captures: payments whose capture is not in the entry of their order. */
const nextIds: Readonly<Record<JournalStep, string>> = {
  order: `select id from ticket_order where seller_id = $1 and id > $2 order by id limit $3`,
  capture: `select id from payment p where p.seller_id = $1 and p.id > $2 and p.state in ('captured', 'refunded') and p.amount > 0
    order by id limit $3`,
  refund: `select id from refund where seller_id = $1 and id > $2 order by id limit $3`,
  change: `select id from order_change where seller_id = $1 and id > $2 and kind in ('cancel', 'change', 'refund') order by id limit $3`,
  cancelled: `select distinct ticket_order_id as id from ticket where seller_id = $1 and ticket_order_id > $2
    and state = 'cancelled' and cancelled_by is null order by 1 limit $3`,
  dispute: `select distinct payment_id as id from payment_audit where seller_id = $1 and payment_id > $2
    and audit_action in ('dispute_opened', 'dispute_closed', 'dispute_fee') order by 1 limit $3`,
  card: `select id from ledger_account where seller_id = $1 and id > $2 order by id limit $3`,
};

export const readNextIds = async (
  pipeline: Pipeline,
  seller_id: string,
  { step, after, limit }: { readonly step: JournalStep; readonly after: string; readonly limit: number },
): Promise<readonly string[]> =>
  (await statementWithFreshPlan<{ id: string }>(pipeline, nextIds[step], [seller_id, after, limit])).map(
    ({ id }) => id,
  );

export type CaptureFacts = {
  readonly id: string;
  readonly gateway_id: GatewayId;
  readonly amount: number;
  readonly currency: string;
  readonly at: string;
};

/** Captured payments that are not in the entry of their order. */
export const readCaptureFacts = (
  pipeline: Pipeline,
  seller_id: string,
  payment_ids: readonly string[],
): Promise<CaptureFacts[]> =>
  statementWithFreshPlan(
    pipeline,
    `select p.id, p.gateway_id, p.amount, p.currency, coalesce((select min(a.occurred_on) from payment_audit a
         where a.seller_id = $1 and a.payment_id = p.id and a.audit_action = 'capture'), p.created_at) as at
     from payment p
     where p.seller_id = $1 and p.id = any($2::uuid[]) and not exists (select from journal_entry e
       where e.seller_id = $1 and e.cause = 'order' and e.cause_id = p.ticket_order_id and p.id = any(e.subject) ${optimizationFence})`,
    [seller_id, payment_ids],
  );

export type CancelledFacts = { readonly order_id: string; readonly ticket_ids: string[]; readonly at: string };

/** Orders with tickets that were cancelled without a change and are not in the journal. */
export const readCancelledFacts = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<CancelledFacts[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.ticket_order_id as order_id, array_agg(t.id) as ticket_ids, coalesce((select max(p.updated_at) from payment p
         where p.seller_id = $1 and p.ticket_order_id = t.ticket_order_id and p.state = 'refunded'), app_now()) as at
     from ticket t
     where t.seller_id = $1 and t.ticket_order_id = any($2::uuid[]) and t.state = 'cancelled' and t.cancelled_by is null
     group by 1
     having not exists (select from journal_entry e where e.seller_id = $1 and e.cause = 'cancelled' and e.cause_id = any(array_agg(t.id)))`,
    [seller_id, order_ids],
  );

export type CardFacts = {
  readonly cause: "card_issued" | "card_adjusted";
  readonly cause_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: string;
};

/** Gift cards that were issued without a sale, and balances that were changed without a payment. */
export const readCardFacts = (
  pipeline: Pipeline,
  seller_id: string,
  account_ids: readonly string[],
): Promise<CardFacts[]> =>
  statementWithFreshPlan(
    pipeline,
    `select case w.kind when 'issue' then 'card_issued' else 'card_adjusted' end as cause,
       case w.kind when 'issue' then a.id else w.id end as cause_id, w.amount, a.currency, w.created_at as at
     from ledger_account a
     join ledger_entry w on w.seller_id = $1 and w.account_id = a.id
     where a.seller_id = $1 and a.id = any($2::uuid[]) and (w.kind = 'adjust' or w.kind = 'issue' and a.source_ticket_id is null)`,
    [seller_id, account_ids],
  );
