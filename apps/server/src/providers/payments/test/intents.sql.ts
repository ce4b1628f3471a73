import type { Database } from "../../../db/connections.ts";
import type { TestGatewayIntentTable } from "../../../db/schema/payments.ts";
import { eachKeyOf, statement, statementWithKeptPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** How long a delayed debit takes to clear. */
export const clearingSeconds = 20;

export type Intent = {
  readonly id: string;
  readonly idempotency_key: string;
  readonly status: string;
  readonly decline_code: string | null;
  readonly card: string;
  /** Whether a delayed debit is due to clear. */
  readonly cleared: boolean;
};

export type NewIntent = Pick<Intent, "id" | "idempotency_key" | "status" | "decline_code" | "card"> & {
  readonly method_id: string | null;
  readonly amount: number;
  readonly currency: string;
};

const selectIntentsBy = (column: "id" | "idempotency_key") => `
  select i.id, i.idempotency_key, i.status, i.decline_code, i.card, i.created_at + make_interval(secs => ${clearingSeconds}) <= app_now() as cleared
  from ${eachKeyOf(2, "text")}
  cross join lateral (select * from test_gateway_intent where seller_id = $1 and ${column} = asked.key offset 0) i`;
const selectIntentsById = selectIntentsBy("id");
const selectIntentsByKey = selectIntentsBy("idempotency_key");

// Sending the same key twice, even at the same time, creates one intent.
const insertIntents = `insert into test_gateway_intent (seller_id, id, idempotency_key, status, amount, currency, card, decline_code, method_id)
  select $1, n.id, n.idempotency_key, n.status, n.amount, n.currency, n.card, n.decline_code, n.method_id
  from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[])
    as n (id, idempotency_key, status, amount, currency, card, decline_code, method_id)
  on conflict (seller_id, idempotency_key) do nothing`;
const captureIntents =
  "update test_gateway_intent set status = 'succeeded' where seller_id = $1 and id = any($2::text[]) and status = 'requires_capture'";

export const findTestIntent = async (
  db: Database,
  sellerId: string,
  key: { readonly idempotency_key: string } | { readonly id: string },
): Promise<Intent | undefined> => {
  const [text, value] = "id" in key ? [selectIntentsById, key.id] : [selectIntentsByKey, key.idempotency_key];
  const [intent] = await statementWithKeptPlan<Intent>(db, text, [sellerId, [value]]);
  return intent;
};

/** Inserts the intents and returns, for each key, the stored intent. */
export const insertIntentBatch = async (
  pipeline: Pipeline,
  sellerId: string,
  rows: readonly NewIntent[],
): Promise<readonly (Intent | undefined)[]> => {
  const column = <K extends keyof NewIntent>(name: K) => rows.map((row) => row[name]);
  const [, intents] = await Promise.all([
    statement(pipeline, insertIntents, [
      sellerId,
      column("id"),
      column("idempotency_key"),
      column("status"),
      column("amount"),
      column("currency"),
      column("card"),
      column("decline_code"),
      column("method_id"),
    ]),
    statement<Intent>(pipeline, selectIntentsByKey, [sellerId, column("idempotency_key")]),
  ]);
  const found = new Map(intents.map((intent) => [intent.idempotency_key, intent]));
  return rows.map(({ idempotency_key }) => found.get(idempotency_key));
};

/** Captures the intents that can be captured, and returns all of them with their new status. */
export const captureIntentBatch = async (
  pipeline: Pipeline,
  sellerId: string,
  ids: readonly string[],
): Promise<readonly (Intent | undefined)[]> => {
  const [, intents] = await Promise.all([
    statement(pipeline, captureIntents, [sellerId, ids]),
    statement<Intent>(pipeline, selectIntentsById, [sellerId, ids]),
  ]);
  const found = new Map(intents.map((intent) => [intent.id, intent]));
  return ids.map((id) => found.get(id));
};

type Status = TestGatewayIntentTable["status"];

/** Changes the status of an intent that has one of the statuses `from`. */
export const updateStatus = async (
  db: Database,
  sellerId: string,
  id: string,
  {
    from,
    to,
    decline_code,
  }: { readonly from: readonly Status[]; readonly to: Status; readonly decline_code?: string | null },
): Promise<void> => {
  await db
    .updateTable("test_gateway_intent")
    .set({ status: to, ...(decline_code !== undefined && { decline_code }) })
    .where("seller_id", "=", sellerId)
    .where("id", "=", id)
    .where("status", "in", from)
    .execute();
};
