import type { CheckoutRule } from "@foyer/rules/pricing/checkoutRules.ts";
import type { CartCode, CodeLimits, CodeRow, CartCodeState, TakenVoucher, VisitorUse } from "./code.ts";
import { lockSlots } from "../../db/lockSlots.sql.ts";
import { eachKeyOf, statement, type Pipeline } from "../../db/statements/statement.ts";

/** A rule with the name of the code group that lifts it. */
export type NamedRule = CheckoutRule & { readonly group_key: string | null; readonly group_name: string | null };

/** Checkout rules, in the order in which they are checked. */
export const checkoutRuleRows = (pipeline: Pipeline, seller_id: string): Promise<NamedRule[]> =>
  statement(
    pipeline,
    `select r.id, r.description, r.blocks, r.code_group_id, r.conditions, g.key as group_key, g.name as group_name
     from checkout_rule r left join code_group g on g.seller_id = r.seller_id and g.id = r.code_group_id
     where r.seller_id = $1 order by r.rank, r.id`,
    [seller_id],
  );

/**
 * What a gift is worth: the given level for its minimum number of people, at the price of its sale or at today's price if
 * that is higher. Null for other codes.
 */
const giftWorth = `case when k.is_gift then (
    select greatest(
      (select sum(t.face_value) from ticket t
       where t.seller_id = $1 and t.ticket_order_id = x.ticket_order_id and t.ticket_group_id = x.ticket_group_id),
      (select sum(y.currency_amount * coalesce(r.min, 1)) from ticket_type y
       left join membership_rule r on r.seller_id = y.seller_id and r.ticket_type_id = y.id
       where y.seller_id = $1 and y.ticket_group_id = x.ticket_group_id and y.available and not y.retired))::bigint
    from membership_gift x where x.seller_id = $1 and x.code_id = k.id) end`;

// A paused code counts as retired.
export const codeColumns = `${giftWorth} as gift_worth, k.id, k.code_group_id, k.normalized, k.valid_from, k.valid_to, k.max_uses, k.used,
  k.retired or k.paused_at is not null as retired,
  k.code, k.is_gift, g.activates, app_now() as now, g.key as group_key, g.name as group_name, g.description as group_description`;

const namedCodesForUpdate = `
  select ${codeColumns} from code k
  join code_group g on g.seller_id = k.seller_id and g.id = k.code_group_id
  where k.seller_id = $1 and (k.normalized = any($2::text[])
    or k.id in (select x.code_id from cart_code x where x.seller_id = $1 and x.cart_id = any($3::uuid[])))
  order by k.id for update of k`;

/** Locks codes by normalised text, and those of carts. Locked after carts, sessions, groups and seats. */
export const lockCodes = (
  pipeline: Pipeline,
  seller_id: string,
  normalized: readonly string[],
  cart_ids: readonly string[],
): Promise<CodeRow[]> => statement(pipeline, namedCodesForUpdate, [seller_id, normalized, cart_ids]);

/** The codes of carts, in the order in which they were entered. Reads by keys only, whatever the statistics say. */
export const cartCodeRows = (pipeline: Pipeline, seller_id: string, cart_ids: readonly string[]): Promise<CartCode[]> =>
  statement(
    pipeline,
    `select x.cart_id, x.is_applied, g.max_uses_each >= 0 as limited, ${codeColumns}
     from ${eachKeyOf(2, "uuid")}
     cross join lateral (select * from cart_code where cart_id = asked.key and seller_id = $1 offset 0) x
     cross join lateral (select * from code where seller_id = $1 and id = x.code_id offset 0) k
     cross join lateral (select * from code_group where seller_id = $1 and id = k.code_group_id offset 0) g
     order by x.created_at, k.id`,
    [seller_id, cart_ids],
  );

/** Inserts codes of carts, and updates whether they are applied. */
export const upsertCartCodes = async (
  pipeline: Pipeline,
  seller_id: string,
  uses: readonly CartCodeState[],
): Promise<void> => {
  if (uses.length === 0) return;
  await statement(
    pipeline,
    `insert into cart_code as x (seller_id, cart_id, code_id, is_applied, created_at)
     select $1, u.cart_id, u.code_id, u.is_applied, app_now() + u.place * interval '1 microsecond'
     from unnest($2::uuid[], $3::uuid[], $4::boolean[]) with ordinality as u (cart_id, code_id, is_applied, place)
     on conflict (cart_id, code_id, seller_id) do update set is_applied = excluded.is_applied`,
    [seller_id, uses.map((use) => use.cart_id), uses.map((use) => use.code_id), uses.map((use) => use.is_applied)],
  );
};

export const deleteCartCodes = async (
  pipeline: Pipeline,
  seller_id: string,
  uses: readonly CartCodeState[],
): Promise<void> => {
  if (uses.length === 0) return;
  await statement(
    pipeline,
    `delete from cart_code x using unnest($2::uuid[], $3::uuid[]) as u (cart_id, code_id)
     where x.seller_id = $1 and x.cart_id = u.cart_id and x.code_id = u.code_id`,
    [seller_id, uses.map((use) => use.cart_id), uses.map((use) => use.code_id)],
  );
};

const usageStatement = (table: "code" | "code_group") => `
  with moved as (
    update ${table} k set used = k.used + w.n from unnest($2::uuid[], $3::int[]) as w (id, n)
    where k.seller_id = $1 and k.id = w.id and (w.n <= 0 or k.max_uses < 0 or k.used + w.n <= k.max_uses) returning k.id)
  select case when count(*) = cardinality($2::uuid[]) then 0 else (count(*) || ' moved: not enough uses left')::int end from moved`;
const usageStatements = {
  code: usageStatement("code"),
  code_group: usageStatement("code_group"),
};

/**
 * Changes the counters, all or none: the condition is the second guard, after locks and checks, against using a code too
 * often. It fails inside the database because the commit is sent without waiting for the result.
 */
export const addCodeUsage = async (
  pipeline: Pipeline,
  seller_id: string,
  table: "code" | "code_group",
  usageChanges: ReadonlyMap<string, number>,
): Promise<void> => {
  const moves = [...usageChanges].filter(([, n]) => n !== 0);
  if (moves.length === 0) return;
  await statement(pipeline, usageStatements[table], [seller_id, moves.map(([id]) => id), moves.map(([, n]) => n)]);
};

const namedGroupsForUpdate = `
  select g.id, g.max_uses, g.max_uses_each, g.used from code_group g
  where g.seller_id = $1 and g.id in (
    select k.code_group_id from code k where k.seller_id = $1 and (k.normalized = any($2::text[])
      or k.id in (select x.code_id from cart_code x where x.seller_id = $1 and x.cart_id = any($3::uuid[]))))
  order by g.id for update of g`;

/** Locks the groups of the same codes, after the codes, because their counters change together. */
export const lockCodeGroups = (
  pipeline: Pipeline,
  seller_id: string,
  normalized: readonly string[],
  cart_ids: readonly string[],
): Promise<CodeLimits[]> => statement(pipeline, namedGroupsForUpdate, [seller_id, normalized, cart_ids]);

/** Uses by these visitors in the groups of these codes that limit each visitor's uses. */
export const visitorUseRows = (
  pipeline: Pipeline,
  seller_id: string,
  normalized: readonly string[],
  { cart_ids, identity_ids }: { readonly cart_ids: readonly string[]; readonly identity_ids: readonly string[] },
): Promise<VisitorUse[]> =>
  statement(
    pipeline,
    `select c.identity_id, x.cart_id, x.code_id, k.code_group_id
     from unnest($4::uuid[]) as who (id)
     cross join lateral (select * from cart where identity_id = who.id and seller_id = $1 offset 0) c
     join cart_code x on x.seller_id = $1 and x.cart_id = c.id and x.is_applied
     join code k on k.seller_id = x.seller_id and k.id = x.code_id
     join code_group g on g.seller_id = k.seller_id and g.id = k.code_group_id and g.max_uses_each >= 0
     where c.state in ('pending', 'completed')
       and (c.state = 'completed' or c.expires_at > app_now() or coalesce(c.leased_until > app_now(), false))
       and g.id in (select k.code_group_id from code k where k.seller_id = $1 and (k.normalized = any($2::text[])
         or k.id in (select x.code_id from cart_code x where x.seller_id = $1 and x.cart_id = any($3::uuid[]))))`,
    [seller_id, normalized, cart_ids, identity_ids],
  );

/**
 * The active tickets of vouchers. An unused voucher has no row to lock, so a lock on its text keeps others from using it
 * until the transaction ends.
 */
export const lockVouchers = async (
  pipeline: Pipeline,
  seller_id: string,
  vouchers: readonly string[],
): Promise<TakenVoucher[]> => {
  const [, tickets] = await Promise.all([
    lockSlots(pipeline, seller_id, "voucher", vouchers),
    statement<TakenVoucher>(
      pipeline,
      `select id, voucher from ticket
       where seller_id = $1 and voucher = any($2::text[]) and state in ('held', 'in_cart', 'booked', 'redeemed')`,
      [seller_id, vouchers],
    ),
  ]);
  return tickets;
};
