import { sql } from "kysely";
import type { Batch } from "./oldRows.sql.ts";

/** Deletes scans that admitted nobody. The database refuses to delete scans that admitted somebody or still need review. */
export const deleteOldRefusals = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from scan where seller_id = ${seller_id}::uuid and id = any (array(
      select id from scan where seller_id = ${seller_id}::uuid and counts = 'refused' and conflict is null
        and local_day < (app_now() - make_interval(days => ${days}::int))::date
      limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};

export const deleteReplacedCodes = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from replaced_code where seller_id = ${seller_id}::uuid and code_hash = any (array(
      select code_hash from replaced_code where seller_id = ${seller_id}::uuid
        and replaced_at < app_now() - make_interval(days => ${days}::int)
      order by replaced_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows);
};

/** A device that was paired stays, since its scans refer to it. */
export const deleteUnpairedDevices = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from scan_device where seller_id = ${seller_id}::uuid and id = any (array(
      select id from scan_device where seller_id = ${seller_id}::uuid and paired_at is null
        and created_at < app_now() - make_interval(days => ${days}::int)
      limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};
