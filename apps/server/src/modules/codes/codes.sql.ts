import type { CheckoutRule } from "@foyer/rules/checkoutRules.ts";
import { guardStands } from "../../db/faults.ts";
import type { CartCode, CodeRow, CodeUse, TakenVoucher } from "./code.ts";
import { statement, statementPlannedAnew, type Wire } from "../../db/statement.ts";

/** What the seller does not sell together, or not without a code, in the order in which it is judged. */
export const ruleRows = (wire: Wire, seller_id: string): Promise<CheckoutRule[]> =>
  statement(
    wire,
    `select id, description, blocks, code_group_id, conditions from checkout_rule where seller_id = $1 order by rank, id`,
    [seller_id],
  );

const columns = `k.id, k.code_group_id, k.folded, k.valid_from, k.valid_to, k.max_uses, k.used, k.retired,
  g.key as group_key, g.name as group_name, g.description as group_description`;

const wantedCodes = `
  select ${columns} from code k
  join code_group g on g.seller_id = k.seller_id and g.id = k.code_group_id
  where k.seller_id = $1 and (k.folded = any($2::text[])
    or k.id in (select x.code_id from cart_code x where x.seller_id = $1 and x.cart_id = any($3::uuid[])))
  order by k.id`;
const wantedCodesForUpdate = `${wantedCodes} for update of k`;

/** Codes by how they are compared, and those that carts have: locked, after carts, sessions, groups and seats. */
export const lockCodes = (
  wire: Wire,
  seller_id: string,
  folded: readonly string[],
  cart_ids: readonly string[],
): Promise<CodeRow[]> =>
  statementPlannedAnew(wire, guardStands("code_lock") ? wantedCodesForUpdate : wantedCodes, [
    seller_id,
    folded,
    cart_ids,
  ]);

/** The codes at work on carts, in the order in which they came. */
export const cartCodeRows = (wire: Wire, seller_id: string, cart_ids: readonly string[]): Promise<CartCode[]> =>
  statementPlannedAnew(
    wire,
    `select x.cart_id, ${columns}
     from cart_code x
     join code k on k.seller_id = x.seller_id and k.id = x.code_id
     join code_group g on g.seller_id = k.seller_id and g.id = k.code_group_id
     where x.seller_id = $1 and x.cart_id = any($2::uuid[]) order by x.created_at, k.id`,
    [seller_id, cart_ids],
  );

export const insertUses = async (wire: Wire, seller_id: string, uses: readonly CodeUse[]): Promise<void> => {
  if (uses.length === 0) return;
  await statement(
    wire,
    `insert into cart_code (seller_id, cart_id, code_id, created_at)
     select $1, u.cart_id, u.code_id, app_now() from unnest($2::uuid[], $3::uuid[]) as u (cart_id, code_id)`,
    [seller_id, uses.map((use) => use.cart_id), uses.map((use) => use.code_id)],
  );
};

export const deleteUses = async (wire: Wire, seller_id: string, uses: readonly CodeUse[]): Promise<void> => {
  if (uses.length === 0) return;
  await statement(
    wire,
    `delete from cart_code x using unnest($2::uuid[], $3::uuid[]) as u (cart_id, code_id)
     where x.seller_id = $1 and x.cart_id = u.cart_id and x.code_id = u.code_id`,
    [seller_id, uses.map((use) => use.cart_id), uses.map((use) => use.code_id)],
  );
};

const count = (condition: string) => `
  with moved as (
    update code k set used = k.used + w.n from unnest($2::uuid[], $3::int[]) as w (id, n)
    where k.seller_id = $1 and k.id = w.id ${condition} returning k.id)
  select case when count(*) = cardinality($2::uuid[]) then 0 else (count(*) || ' moved: a code had fewer uses left than had been judged')::int end from moved`;
const countWithin = count("and (w.n <= 0 or k.max_uses < 0 or k.used + w.n <= k.max_uses)");
const countBlindly = count("");

/**
 * Moves the counters, all of them or the statement fails: behind lock and judgement the condition keeps the last use from
 * being had twice. It fails in the database because the commit follows without waiting for an answer.
 */
export const drawUses = async (wire: Wire, seller_id: string, draw: ReadonlyMap<string, number>): Promise<void> => {
  const moves = [...draw].filter(([, n]) => n !== 0);
  if (moves.length === 0) return;
  const text = guardStands("code_condition") ? countWithin : countBlindly;
  await statement(wire, text, [seller_id, moves.map(([id]) => id), moves.map(([, n]) => n)]);
};

/**
 * The live tickets of vouchers. Nobody else can take one of them until this transaction ends: a voucher that nobody has
 * yet has no row that could be locked, so its name is. Last in the order of locks.
 */
export const lockVouchers = async (
  wire: Wire,
  seller_id: string,
  vouchers: readonly string[],
): Promise<TakenVoucher[]> => {
  const names = guardStands("voucher_lock")
    ? statement(
        wire,
        `select pg_advisory_xact_lock(v.key) from (
           select distinct hashtextextended($1::text || ' ' || voucher, 0) as key from unnest($2::text[]) as n (voucher) order by 1) v`,
        [seller_id, vouchers],
      )
    : Promise.resolve([]);
  const [, tickets] = await Promise.all([
    names,
    statementPlannedAnew<TakenVoucher>(
      wire,
      `select id, voucher from ticket
       where seller_id = $1 and voucher = any($2::text[]) and state in ('held', 'in_cart', 'booked', 'redeemed')`,
      [seller_id, vouchers],
    ),
  ]);
  return tickets;
};
