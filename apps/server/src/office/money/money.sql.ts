import type { EmailMessage } from "../../providers/mail/mailTransport.ts";
import { optimizationFence, statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { isTestPayment } from "../../providers/payments/gatewayRegistry.ts";
import { installationNoticeKind } from "../../modules/staff/staffEmails.ts";

/** A payment, with the facts about its cart and order that its page shows. */
export type PaymentFacts = {
  readonly id: string;
  readonly cart_id: string;
  readonly cart_number: number;
  readonly ticket_order_id: string | null;
  readonly order_number: number | null;
  readonly gateway_id: string;
  readonly state: string;
  readonly amount: number;
  readonly refunded: number;
  readonly refunding: number;
  readonly currency: string;
  readonly provider_ref: string | null;
  readonly card: { readonly brand?: string; readonly last4?: string } | null;
  readonly failure: string | null;
  readonly created_at: string;
  readonly is_test: boolean;
  /** How many reports of its money the provider has sent: captures, refunds, disputes. */
  readonly reported: number;
};

export const findPaymentFacts = async (
  pipeline: Pipeline,
  seller_id: string,
  payment_id: string,
): Promise<PaymentFacts | undefined> => {
  const [row] = await statementWithFreshPlan<PaymentFacts>(
    pipeline,
    `select p.id, p.cart_id, c.cart_number, p.ticket_order_id, o.order_number, p.gateway_id, p.state, p.amount, p.refunded, p.refunding,
       p.currency, p.provider_ref, p.gateway_data -> 'card' as card, p.failure, p.created_at, ${isTestPayment} as is_test,
       (select count(*)::int from payment_audit a where a.seller_id = $1 and a.payment_id = p.id) as reported
     from payment p
     join cart c on c.seller_id = $1 and c.id = p.cart_id
     left join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     where p.seller_id = $1 and p.id = $2`,
    [seller_id, payment_id],
  );
  return row;
};

/**
 * Whether the person who took a payment ($1 seller, `r` its row) still works at the seller, or is an operator, who is let
 * in for a day at most. Otherwise others can take it.
 */
const isStillHere = `(exists (select from staff_grant g where g.seller_id = $1 and g.staff_id = r.taken_by and g.suspended_at is null)
  or r.taken_at > app_now() - interval '1 day' and exists (select from staff s where s.id = r.taken_by and s.is_operator))`;

export type ReviewOwner = { readonly payment_id: string; readonly taken_by: string };

export const readOwners = (
  pipeline: Pipeline,
  seller_id: string,
  payment_ids: readonly string[],
): Promise<ReviewOwner[]> =>
  statementWithFreshPlan(
    pipeline,
    `select r.payment_id, r.taken_by from money_review r where r.seller_id = $1 and r.payment_id = any($2::uuid[]) and ${isStillHere}`,
    [seller_id, payment_ids],
  );

/** Assigns a payment to somebody, unless a colleague has it. Returns who has it then. */
export const takePayment = async (
  pipeline: Pipeline,
  seller_id: string,
  { payment_id, staff_id }: { readonly payment_id: string; readonly staff_id: string },
): Promise<string | undefined> => {
  await statementWithFreshPlan(
    pipeline,
    `delete from money_review r where r.seller_id = $1 and r.payment_id = $2 and not ${isStillHere}`,
    [seller_id, payment_id],
  );
  await statementWithFreshPlan(
    pipeline,
    `insert into money_review (seller_id, payment_id, taken_by) values ($1, $2, $3) on conflict (seller_id, payment_id) do nothing`,
    [seller_id, payment_id, staff_id],
  );
  const [owner] = await readOwners(pipeline, seller_id, [payment_id]);
  return owner?.taken_by;
};

export const leavePayment = async (pipeline: Pipeline, seller_id: string, payment_id: string): Promise<void> => {
  await statementWithFreshPlan(pipeline, `delete from money_review where seller_id = $1 and payment_id = $2`, [
    seller_id,
    payment_id,
  ]);
};

export type MoneyNoteRow = {
  readonly id: string;
  readonly payment_id: string;
  readonly text: string;
  readonly staff_id: string;
  readonly created_at: string;
};

/** The last 50 notes of each payment, oldest first. */
export const readMoneyNotes = (
  pipeline: Pipeline,
  seller_id: string,
  payment_ids: readonly string[],
): Promise<MoneyNoteRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.id, n.payment_id, n.text, n.staff_id, n.created_at from unnest($2::uuid[]) as asked (id)
     cross join lateral (select id, payment_id, text, staff_id, created_at from money_note
       where seller_id = $1 and payment_id = asked.id and text is not null order by created_at desc limit 50) n
     order by n.created_at, n.id`,
    [seller_id, payment_ids],
  );

export const insertMoneyNote = async (
  pipeline: Pipeline,
  seller_id: string,
  note: Omit<MoneyNoteRow, "created_at">,
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `insert into money_note (seller_id, id, payment_id, text, staff_id) values ($1, $2, $3, $4, $5)`,
    [seller_id, note.id, note.payment_id, note.text, note.staff_id],
  );
};

export type UnsentRow = {
  readonly id: string;
  readonly kind: string;
  readonly to_address: string;
  readonly attempts: number;
  readonly created_at: string;
  readonly last_error: string | null;
};

/** E-mails that were given up, without those whose text was erased, which cannot be sent again. */
export const readUnsentEmails = (pipeline: Pipeline, seller_id: string, limit: number): Promise<UnsentRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select id, kind, to_address, attempts, created_at, last_error from outbox
     where seller_id = $1 and state = 'dead' and blanked_at is null and kind <> '${installationNoticeKind}'
     order by created_at limit $2`,
    [seller_id, limit],
  );

export type UnsentEmailRow = {
  readonly kind: string;
  readonly ref_id: string;
  readonly to_address: string;
  readonly message: EmailMessage;
};

const unsentEmail = `select kind, ref_id, to_address, message from outbox where seller_id = $1 and id = $2 and state = 'dead'
       and blanked_at is null
       and kind <> '${installationNoticeKind}'`;

/** Such an e-mail; undefined if it is no longer one of them. */
export const findUnsentEmail = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<UnsentEmailRow | undefined> => {
  const [row] = await statementWithFreshPlan<UnsentEmailRow>(pipeline, unsentEmail, [seller_id, id]);
  return row;
};

/** The same, locked. */
export const lockUnsentEmail = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<UnsentEmailRow | undefined> => {
  const [row] = await statementWithFreshPlan<UnsentEmailRow>(pipeline, `${unsentEmail} for update`, [seller_id, id]);
  return row;
};

/** Queues such an e-mail again, to another address or with another text if given. Undefined if it is no longer one of them. */
export const requeueEmail = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, to, message }: { readonly id: string; readonly to: string | null; readonly message: EmailMessage | null },
): Promise<{ readonly kind: string; readonly to_address: string } | undefined> => {
  const [row] = await statementWithFreshPlan<{ kind: string; to_address: string }>(
    pipeline,
    `update outbox set state = 'queued', attempts = 0, next_at = app_now(), last_error = null, to_address = coalesce($3, to_address),
       message = coalesce($4::jsonb, message)
     where seller_id = $1 and id = $2 and state = 'dead' and blanked_at is null returning kind, to_address`,
    [seller_id, id, to, message && JSON.stringify(message)],
  );
  return row;
};

export type WebhookRow = {
  readonly gateway_id: string;
  readonly id: string;
  readonly type: string;
  readonly occurred_on: string;
  readonly created_at: string;
  readonly outcome: "failed" | "orphan" | "unknown";
  readonly tries: number;
};

/**
 * Webhooks of the last 30 days that matched no payment, and those that have failed so far. One that is being processed for
 * the first time has not failed; from the second time on it has, also while it waits for the next.
 */
export const readOpenWebhooks = (pipeline: Pipeline, seller_id: string, limit: number): Promise<WebhookRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select gateway_id, id, type, occurred_on, created_at, coalesce(outcome, 'failed') as outcome, tries from payment_event
     where seller_id = $1 and created_at > app_now() - interval '30 days'
       and (outcome in ('orphan', 'unknown') or done_at is null and (tries > 1 or tries = 1 and coalesce(claimed_until, '-infinity') < app_now()))
     order by created_at desc, id limit $2`,
    [seller_id, limit],
  );

export type StateRow = { readonly at: string; readonly from: string; readonly to: string };
export type AttemptRow = Pick<PaymentFacts, "id" | "state" | "gateway_id" | "amount" | "created_at" | "failure">;
export type PaidTicketRow = {
  readonly event: string;
  readonly type: string;
  readonly state: string;
  readonly count: number;
  readonly price: number;
  readonly checked_in: number;
};
export type RefundOfPayment = {
  readonly id: string;
  readonly amount: number;
  readonly reason: string;
  readonly state: string;
  readonly at: string;
  readonly provider_ref: string | null;
  readonly failure: string | null;
};
export type ProviderEventRow = {
  readonly action: string;
  readonly amount: number;
  readonly at: string;
  readonly provider_ref: string;
};

export const readStates = (pipeline: Pipeline, seller_id: string, payment_id: string): Promise<StateRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select at, from_state as "from", to_state as "to" from transition
     where seller_id = $1 and entity = 'payment' and entity_id = $2 order by at, id limit 100`,
    [seller_id, payment_id],
  );

export const readAttempts = (pipeline: Pipeline, seller_id: string, cart_id: string): Promise<AttemptRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select id, state, gateway_id, amount, created_at, failure from payment
     where seller_id = $1 and cart_id = $2 order by created_at, id limit 100`,
    [seller_id, cart_id],
  );

/** The tickets of the payment's order, or of its cart. */
export const readPaidTickets = (
  pipeline: Pipeline,
  seller_id: string,
  { ticket_order_id, cart_id }: Pick<PaymentFacts, "ticket_order_id" | "cart_id">,
): Promise<PaidTicketRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select e.name as event, y.name as type, t.state, count(*)::int as count, sum(t.adjusted_value + t.fee_fixed + t.fee_percent)::bigint as price,
       count(*) filter (where exists (select from scan x where x.seller_id = $1 and x.ticket_id = t.id and x.counts = 'entry' ${optimizationFence}))::int as checked_in
     from (select id, state, ticket_type_id, event_template_id, adjusted_value, fee_fixed, fee_percent from ticket
         where seller_id = $1 and $2::uuid is not null and ticket_order_id = $2
       union all select id, state, ticket_type_id, event_template_id, adjusted_value, fee_fixed, fee_percent from ticket
         where seller_id = $1 and $2::uuid is null and cart_id = $3) t
     join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     join event_template e on e.seller_id = $1 and e.id = t.event_template_id
     group by 1, 2, 3 order by 1, 2, 3 limit 200`,
    [seller_id, ticket_order_id, cart_id],
  );

export const readRefundsOf = (pipeline: Pipeline, seller_id: string, payment_id: string): Promise<RefundOfPayment[]> =>
  statementWithFreshPlan(
    pipeline,
    `select id, amount, reason, state, created_at as at, provider_ref, failure from refund
     where seller_id = $1 and payment_id = $2 order by created_at, id limit 200`,
    [seller_id, payment_id],
  );

export const readProviderEvents = (
  pipeline: Pipeline,
  seller_id: string,
  payment_id: string,
): Promise<ProviderEventRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select audit_action as action, amount, occurred_on as at, provider_ref from payment_audit
     where seller_id = $1 and payment_id = $2 order by occurred_on, id limit 200`,
    [seller_id, payment_id],
  );

/** E-mails about a payment and its order, with their state but not their text. */
export const readEmailsOf = (
  pipeline: Pipeline,
  seller_id: string,
  ref_ids: readonly string[],
): Promise<{ kind: string; state: string; at: string }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select kind, state, coalesce(sent_at, created_at) as at from outbox
     where seller_id = $1 and ref_id = any($2::uuid[]) and kind not in ('login_code', 'password_reset', 'email_proof') order by created_at limit 50`,
    [seller_id, ref_ids],
  );
