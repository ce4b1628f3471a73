import { statement, type Pipeline } from "../../../db/statements/statement.ts";

/** A code to be created. A `max_uses` of -1 means unlimited; `valid_to` is exclusive. */
export type NewCode = {
  readonly id: string;
  readonly code: string;
  readonly normalized: string;
  readonly max_uses: number;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
};

/**
 * Creates staff codes in a group, leaving out codes that already exist in normalised form. Returns the ids of the created
 * ones.
 */
export const insertCodes = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    code_group_id,
    code_batch_id,
    codes,
  }: { readonly code_group_id: string; readonly code_batch_id: string | null; readonly codes: readonly NewCode[] },
): Promise<readonly string[]> => {
  const column = <K extends keyof NewCode>(key: K) => codes.map((code) => code[key]);
  const rows = await statement<{ id: string }>(
    pipeline,
    `insert into code (seller_id, id, code_group_id, code, normalized, max_uses, valid_from, valid_to, by_office, code_batch_id)
     select $1, n.id, $2::uuid, n.code, n.normalized, n.max_uses, n.valid_from, n.valid_to, true, $3::uuid
     from unnest($4::uuid[], $5::text[], $6::text[], $7::int[], $8::timestamptz[], $9::timestamptz[])
       as n (id, code, normalized, max_uses, valid_from, valid_to)
     on conflict (normalized, seller_id) do nothing returning id`,
    [
      seller_id,
      code_group_id,
      code_batch_id,
      column("id"),
      column("code"),
      column("normalized"),
      column("max_uses"),
      column("valid_from"),
      column("valid_to"),
    ],
  );
  return rows.map(({ id }) => id);
};

export type NewCodeBatch = {
  readonly id: string;
  readonly staff_id: string;
  readonly code_group_id: string;
  readonly prefix: string;
  readonly length: number;
  readonly quantity: number;
  readonly max_uses: number;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly reason: string;
};

export const insertCodeBatch = async (pipeline: Pipeline, seller_id: string, batch: NewCodeBatch): Promise<void> => {
  const { id, staff_id, code_group_id, prefix, length, quantity, max_uses, valid_from, valid_to, reason } = batch;
  await statement(
    pipeline,
    `insert into code_batch (seller_id, id, staff_id, code_group_id, prefix, length, quantity, max_uses, valid_from, valid_to, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [seller_id, id, staff_id, code_group_id, prefix, length, quantity, max_uses, valid_from, valid_to, reason],
  );
};

/**
 * Inserts the batch of imported codes, in their transaction: it has no pattern, and all of its codes exist. Returns false
 * if a batch with this id exists.
 */
export const insertImportedBatch = async (
  pipeline: Pipeline,
  seller_id: string,
  batch: Pick<NewCodeBatch, "id" | "staff_id" | "code_group_id" | "quantity" | "reason">,
): Promise<boolean> => {
  const { id, staff_id, code_group_id, quantity, reason } = batch;
  const rows = await statement(
    pipeline,
    `insert into code_batch (seller_id, id, staff_id, code_group_id, prefix, length, quantity, max_uses, reason, made, ended_at)
     values ($1, $2, $3, $4, '', null, $5, -1, $6, $5, app_now()) on conflict do nothing returning id`,
    [seller_id, id, staff_id, code_group_id, quantity, reason],
  );
  return rows.length > 0;
};

/** Locks the oldest batch with codes still to be created. Another server takes another one. */
export const lockRunningCodeBatch = async (
  pipeline: Pipeline,
  seller_id: string,
): Promise<(NewCodeBatch & { readonly made: number }) | undefined> => {
  const [row] = await statement<NewCodeBatch & { made: number }>(
    pipeline,
    `select id, staff_id, code_group_id, prefix, length, quantity, max_uses, valid_from, valid_to, reason, made from code_batch
     where seller_id = $1 and ended_at is null order by created_at, id limit 1 for update skip locked`,
    [seller_id],
  );
  return row;
};

/** Counts created codes, in their transaction. */
export const countCodesMade = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, codes }: { readonly id: string; readonly codes: number },
): Promise<void> => {
  await statement(
    pipeline,
    `update code_batch set made = made + $3::int,
       ended_at = case when made + $3::int = quantity then app_now() end
     where seller_id = $1 and id = $2`,
    [seller_id, id, codes],
  );
};

export type CodeBatchRow = Pick<NewCodeBatch, "id" | "staff_id" | "prefix" | "quantity" | "reason"> & {
  readonly is_imported: boolean;
  readonly group: string;
  readonly made: number;
  readonly by: string;
  readonly created_at: string;
};

const batchColumns = `b.id, b.staff_id, g.name as "group", b.length is null as is_imported, b.prefix, b.quantity, b.made, b.reason,
       a.name as by, b.created_at
     from code_batch b
     join code_group g on g.seller_id = $1 and g.id = b.code_group_id
     join staff a on a.id = b.staff_id`;

/** The newest batches; 50 at most. */
export const newestCodeBatches = (pipeline: Pipeline, seller_id: string): Promise<CodeBatchRow[]> =>
  statement(pipeline, `select ${batchColumns} where b.seller_id = $1 order by b.created_at desc, b.id limit 50`, [
    seller_id,
  ]);

export const findCodeBatch = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<CodeBatchRow | undefined> => {
  const [row] = await statement<CodeBatchRow>(pipeline, `select ${batchColumns} where b.seller_id = $1 and b.id = $2`, [
    seller_id,
    id,
  ]);
  return row;
};

/** Codes of a batch, page by page. */
export const codesOfBatch = (
  pipeline: Pipeline,
  seller_id: string,
  { batch_id, after, limit }: { readonly batch_id: string; readonly after: string; readonly limit: number },
): Promise<{ readonly id: string; readonly code: string; readonly used: number; readonly max_uses: number }[]> =>
  statement(
    pipeline,
    `select id, code, used, max_uses from code
     where seller_id = $1 and code_batch_id = $2 and id > $3::uuid order by id limit $4`,
    [seller_id, batch_id, after, limit],
  );
