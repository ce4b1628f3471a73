import { statement, type Pipeline } from "./statements/statement.ts";

/** What is counted or looked up without a row of its own to lock. A transaction takes its locks in this order. */
export type LockPurpose =
  | "login_target"
  | "login_network"
  | "external_login"
  | "voucher"
  | "payment_try"
  | "office_limit"
  | "staff_invitation";

/**
 * Locks keys of a seller until the transaction ends, on the node that has the seller's rows. Each key is hashed to one
 * of 1024 rows, so that the table does not grow; keys with the same row wait for each other. Rows are locked in order,
 * so that two transactions with the same keys cannot deadlock. An existing row is only locked, not written: the
 * condition of the update is evaluated after the lock is taken.
 */
export const lockSlots = async (
  pipeline: Pipeline,
  seller_id: string,
  purpose: LockPurpose,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return;
  await statement(
    pipeline,
    `insert into lock_slot (seller_id, purpose, slot)
     select distinct $1::uuid, $2::text, (hashtextextended(k.key, 0) & 1023)::smallint as slot from unnest($3::text[]) as k (key) order by slot
     on conflict (seller_id, purpose, slot) do update set slot = excluded.slot where false`,
    [seller_id, purpose, keys],
  );
};
