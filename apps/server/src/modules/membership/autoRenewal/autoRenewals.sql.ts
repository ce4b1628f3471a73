import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../../db/handlerList.ts";
import {
  inOneTrip,
  statement,
  statementWithFreshPlan,
  withAnswer,
  type Pipeline,
} from "../../../db/statements/statement.ts";

// These statements are here and not in the renewals module, because memberships are issued at the checkout, which must
// not import renewals.

/** Those of the carts that hold a renewable membership that is not a gift. */
export const selectRenewableCarts = async (
  db: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<string[]> => {
  const rows = await statement<{ cart_id: string }>(
    db,
    `select distinct t.cart_id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
     where t.seller_id = $1 and t.cart_id = any($2::uuid[]) and t.state in ('held', 'in_cart') and g.handler in ${handlerList(isMembership)}
       and t.handler_data ->> 'gift' is distinct from 'true' and (g.duration_new is not null or g.start_policy = 'fixedto')`,
    [seller_id, cart_ids],
  );
  return rows.map(({ cart_id }) => cart_id);
};

/** A payment for the cart is in progress: the cart is leased until its outcome is known. */
const isBeingPaid = (cart_ids: string) =>
  `exists (select from cart c where c.seller_id = $1 and c.id ${cart_ids} and c.state = 'pending' and c.leased_until > app_now())`;

export type ManualRenewal = {
  readonly cart_id: string;
  /** The automatic renewal is charging for this term right now. */
  readonly is_being_taken: boolean;
  /** The automatic renewal has been paid: the next term exists. */
  readonly is_taken: boolean;
};

/**
 * The automatic renewals of `n.membership_id` and of everybody on the same membership: any of them who renews manually
 * may pay for the same term.
 */
const automaticRenewals = `
  unnest($2::uuid[], $3::uuid[]) as n (cart_id, membership_id)
  join membership own on own.seller_id = $1 and own.id = n.membership_id
  join membership party on party.seller_id = $1 and party.ticket_order_id = own.ticket_order_id
    and party.ticket_group_id = own.ticket_group_id
  join auto_renewal a on a.seller_id = $1 and a.membership_id = party.id and a.cart_id is distinct from n.cart_id`;

/**
 * Records carts that pay manually for terms with an automatic renewal. Runs under the renewals' locks, so that either the
 * renewal job sees the cart or the cart sees the charge.
 */
export const recordManualRenewals = async (
  db: Pipeline,
  seller_id: string,
  renewed: readonly { readonly cart_id: string; readonly membership_id: string }[],
): Promise<ManualRenewal[]> => {
  const values = [seller_id, renewed.map(({ cart_id }) => cart_id), renewed.map(({ membership_id }) => membership_id)];
  const recorded = await statementWithFreshPlan(
    db,
    `with known as (
       select a.membership_id, n.cart_id from ${automaticRenewals} order by a.membership_id for update of a)
     update auto_renewal a set manual_cart_ids = array_remove(a.manual_cart_ids, known.cart_id) || known.cart_id
     from known where a.seller_id = $1 and a.membership_id = known.membership_id returning a.membership_id`,
    values,
  );
  if (recorded.length === 0) return [];
  // A separate statement after the locks, so that it sees what their previous holders committed.
  return statementWithFreshPlan<ManualRenewal>(
    db,
    `select n.cart_id, bool_or(a.capture_started_at is not null and ${isBeingPaid("= a.cart_id")}) as is_being_taken,
       bool_or(exists (select from membership m join ticket_order o on o.seller_id = m.seller_id and o.id = m.ticket_order_id
         where m.seller_id = $1 and m.renews_id = n.membership_id and m.state = 'active' and o.cart_id = a.cart_id)) as is_taken
     from ${automaticRenewals} group by n.cart_id`,
    values,
  );
};

/** The automatic renewal whose cart the order comes from. */
export type CartAutoRenewal = {
  readonly membership_id: string;
  readonly identity_id: string;
  readonly saved_payment_method_id: string | null;
  readonly state: string;
  readonly payment_id: string | null;
};
export const selectCartAutoRenewal = async (
  db: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<CartAutoRenewal | undefined> => {
  const [autoRenewal] = await statementWithFreshPlan<CartAutoRenewal>(
    db,
    `select a.membership_id, a.identity_id, a.saved_payment_method_id, a.state, a.payment_id from auto_renewal a
     where a.seller_id = $1 and a.cart_id = (select cart_id from ticket_order where seller_id = $1 and id = $2)`,
    [seller_id, order_id],
  );
  return autoRenewal;
};

/** The payment of this order whose payer agreed to automatic renewal. */
export const selectConsentPayment = async (
  db: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<string | undefined> => {
  const [payment] = await statementWithFreshPlan<{ id: string }>(
    db,
    `select id from payment where seller_id = $1 and ticket_order_id = $2 and auto_renew order by created_at limit 1`,
    [seller_id, order_id],
  );
  return payment?.id;
};

export type NewAutoRenewal = {
  readonly membership_id: string;
  readonly identity_id: string;
  readonly payment_id: string | null;
  readonly saved_payment_method_id: string | null;
  readonly due_at: string;
  readonly next_at: string;
};

/** Inserts one per term; a repeated call does nothing. */
export const insertAutoRenewal = async (db: Pipeline, seller_id: string, renewal: NewAutoRenewal): Promise<void> => {
  await statement(
    db,
    `insert into auto_renewal (seller_id, membership_id, identity_id, payment_id, saved_payment_method_id, due_at, next_at, state, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'scheduled', app_now()) on conflict (seller_id, membership_id) do nothing`,
    [
      seller_id,
      renewal.membership_id,
      renewal.identity_id,
      renewal.payment_id,
      renewal.saved_payment_method_id,
      renewal.due_at,
      renewal.next_at,
    ],
  );
};

/** Marks terms as renewed: the next term exists, whoever paid for it, and must not be charged again. */
export const markRenewed = async (
  db: Pipeline,
  seller_id: string,
  renewed: readonly { readonly id: string; readonly renews_id: string }[],
): Promise<void> => {
  const renewedIds = renewed.map(({ renews_id }) => renews_id);
  await inOneTrip(db, (db) =>
    Promise.all([
      statement(
        db,
        `select from auto_renewal where seller_id = $1 and membership_id = any($2::uuid[]) order by membership_id for update`,
        [seller_id, renewedIds],
      ),
      statement(
        db,
        `insert into transition (seller_id, entity, entity_id, from_state, to_state)
         select a.seller_id, 'auto_renewal', a.membership_id, 'scheduled', 'renewed' from auto_renewal a
         where a.seller_id = $1 and a.membership_id = any($2::uuid[]) and a.state = 'scheduled' ${withAnswer}`,
        [seller_id, renewedIds],
      ),
      statement(
        db,
        `update auto_renewal a set state = 'renewed', renewed_by_id = n.id, claimed_until = null
         from unnest($2::uuid[], $3::uuid[]) as n (id, renews_id)
         where a.seller_id = $1 and a.membership_id = n.renews_id and a.state = 'scheduled'`,
        [seller_id, renewed.map(({ id }) => id), renewedIds],
      ),
    ]),
  );
};

/** Retires the payment methods of these renewals that no scheduled renewal uses any more. */
export const retireUnusedMethodRows = async (
  db: Pipeline,
  seller_id: string,
  membership_ids: readonly string[],
): Promise<void> => {
  await statementWithFreshPlan(
    db,
    `update saved_payment_method s set retired_at = app_now() from auto_renewal a
     where a.seller_id = $1 and a.membership_id = any($2::uuid[]) and s.seller_id = $1 and s.id = a.saved_payment_method_id and s.retired_at is null
       and not exists (select from auto_renewal x where x.seller_id = $1 and x.saved_payment_method_id = s.id and x.state = 'scheduled')`,
    [seller_id, membership_ids],
  );
};
