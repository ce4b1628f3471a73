import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { CashCount } from "@foyer/rules/sale/denominations.ts";
import { newId } from "../../../db/newId.ts";
import type { TillEntryTable, TillTable } from "../../../db/schema/tills.ts";
import { inOneTrip, statement, withAnswer } from "../../../db/statements/statement.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

/** Amounts are in minor units. */
export type TillRow = Pick<
  TillTable,
  "id" | "staff_id" | "state" | "currency" | "float_amount" | "counted" | "expected"
> & { readonly opened_at: string };

const columns = "id, staff_id, state, currency, float_amount, counted, expected, opened_at";

/** The till of a person that is not closed yet. */
export const findTill = async ({ db, seller }: Desk, staff_id: string): Promise<TillRow | undefined> => {
  const [row] = await statement<TillRow>(
    db,
    `select ${columns} from till where seller_id = $1 and staff_id = $2 and state <> 'closed'`,
    [seller.id, staff_id],
  );
  return row;
};

/** The same, locked: sales, cash movements, counts and closings of it wait until the transaction ends. */
export const lockTill = async ({ db, seller }: Desk, staff_id: string): Promise<TillRow | undefined> => {
  const [row] = await statement<TillRow>(
    db,
    `select ${columns} from till where seller_id = $1 and staff_id = $2 and state <> 'closed' for update`,
    [seller.id, staff_id],
  );
  return row;
};

/** Undefined if the person has a till that is not closed. */
export const insertTill = async (
  { db, seller }: Desk,
  till: Pick<TillTable, "staff_id" | "currency" | "float_amount">,
): Promise<string | undefined> => {
  const [row] = await statement<{ id: string }>(
    db,
    `insert into till (seller_id, id, staff_id, state, currency, float_amount, opened_at)
     values ($1, $2, $3, 'open', $4, $5, app_now())
     on conflict (seller_id, staff_id) where state <> 'closed' do nothing returning id`,
    [seller.id, newId(), till.staff_id, till.currency, till.float_amount],
  );
  return row?.id;
};

export type NewTillEntry = Pick<TillEntryTable, "till_id" | "kind" | "gateway_id" | "amount"> &
  Partial<Pick<TillEntryTable, "cause_id" | "slip" | "reason">>;

/** Call it behind the till's lock. */
export const insertTillEntry = async ({ db, seller }: Desk, entry: NewTillEntry): Promise<string> => {
  const id = newId();
  const { till_id, kind, gateway_id, amount, cause_id = null, slip = null, reason = null } = entry;
  await statement(
    db,
    `insert into till_entry (seller_id, id, till_id, kind, gateway_id, amount, cause_id, slip, reason, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, app_now()) ${withAnswer}`,
    [seller.id, id, till_id, kind, gateway_id, amount, cause_id, slip, reason],
  );
  return id;
};

export type TillSum = {
  readonly till_id: string;
  readonly kind: TillEntryTable["kind"];
  readonly gateway_id: GatewayId;
  readonly entries: number;
  readonly amount: number;
};

/** What went into and out of tills, by kind and means. */
export const sumTillEntries = ({ db, seller }: Desk, till_ids: readonly string[]): Promise<TillSum[]> =>
  statement<TillSum>(
    db,
    `select till_id, kind, gateway_id, count(*)::int as entries, sum(amount)::bigint as amount
     from till_entry where seller_id = $1 and till_id = any($2::uuid[]) group by 1, 2, 3 order by 3, 2`,
    [seller.id, till_ids],
  );

export type CashMove = {
  readonly id: string;
  readonly kind: "in" | "out";
  readonly amount: number;
  readonly reason: string;
  readonly at: string;
};

export const listCashMoves = ({ db, seller }: Desk, till_id: string): Promise<CashMove[]> =>
  statement<CashMove>(
    db,
    `select id, kind, amount, reason, at from till_entry
     where seller_id = $1 and till_id = $2 and kind in ('in', 'out') order by at desc, id desc limit 100`,
    [seller.id, till_id],
  );

/** Call it behind the till's lock. */
export const setCount = async (
  { db, seller }: Desk,
  till_id: string,
  {
    counts,
    counted,
    expected,
  }: { readonly counts: readonly CashCount[]; readonly counted: number; readonly expected: number },
): Promise<void> => {
  await statement(
    db,
    `update till set state = 'counted', counts = $3::jsonb, counted = $4, expected = $5 where seller_id = $1 and id = $2`,
    [seller.id, till_id, JSON.stringify(counts), counted, expected],
  );
};

/** Closes a till with the seller's next number. Closings of other tills wait until this transaction ends. */
export const setClosed = async (
  { db, seller }: Desk,
  till_id: string,
  { reason }: { readonly reason: string | null },
): Promise<number> => {
  const [, closed] = await inOneTrip(db, (db) =>
    Promise.all([
      statement(
        db,
        `insert into till_counter as c (seller_id, last_number) values ($1, 1)
         on conflict (seller_id) do update set last_number = c.last_number + 1`,
        [seller.id],
      ),
      statement<{ number: number }>(
        db,
        `update till t set state = 'closed', reason = $3, closed_at = app_now(), closed_day = (app_now() at time zone $4)::date, number = c.last_number
         from till_counter c where c.seller_id = $1 and t.seller_id = $1 and t.id = $2 and t.state = 'counted' returning t.number`,
        [seller.id, till_id, reason, seller.timezone],
      ),
    ]),
  );
  const [row] = closed;
  if (!row) throw new Error(`The till ${till_id} is not counted`);
  return Number(row.number);
};

export type TillOfDay = TillRow & {
  readonly number: number | null;
  readonly person: string;
  readonly closed_at: string | null;
  readonly reason: string | null;
};

/** Tills that were closed on a day, by number, followed by those not closed yet. */
export const listTillsOfDay = (
  { db, seller }: Desk,
  { day, withOpen, limit }: { readonly day: string; readonly withOpen: boolean; readonly limit: number },
): Promise<TillOfDay[]> =>
  statement<TillOfDay>(
    db,
    `select ${columns
      .split(", ")
      .map((column) => `t.${column}`)
      .join(", ")}, t.number, s.name as person, t.closed_at, t.reason
     from till t join staff s on s.id = t.staff_id
     where t.seller_id = $1 and (t.closed_day = $2::date or $3 and t.state <> 'closed')
     order by t.number nulls last, t.opened_at limit $4`,
    [seller.id, day, withOpen, limit],
  );
