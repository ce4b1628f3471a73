import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { onDedicatedConnection } from "../../../db/connections.ts";
import { BatchExecutor } from "../../../db/batchExecutor.ts";
import { eachKeyOf, statement, type Pipeline } from "../../../db/statement.ts";
import { Refused } from "../../../errors/refused.ts";
import type { Charge, GatewayDeps, PaymentGateway, ProviderStatus } from "../paymentGateway.ts";
import { savedCards } from "./savedCards.ts";

/** What the card vendor's well-known test numbers do (their public testing page), and one of our own that clears later. */
const cards: Readonly<
  Record<
    string,
    | { does: "succeed" | "succeed_once" | "ask" | "clear_later" | "clear_never" }
    | { does: "decline"; code: string; message: string }
  >
> = {
  "4242424242424242": { does: "succeed" },
  "5555555555554444": { does: "succeed" },
  "4000000000003220": { does: "ask" },
  "4000002760003184": { does: "ask" },
  "4000000000000002": { does: "decline", code: "card_declined", message: "Your card was declined." },
  "4000000000009995": { does: "decline", code: "card_declined", message: "Your card has insufficient funds." },
  "4000000000000069": { does: "decline", code: "card_declined", message: "Your card has expired." },
  "4000000000000127": { does: "decline", code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  "4000000000000119": {
    does: "decline",
    code: "card_declined",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  // Kept like any other, and refused whenever it is charged without its payer.
  "4000000000000341": { does: "succeed_once" },
  "4000000000000077": { does: "clear_later" },
  "4000000000000093": { does: "clear_never" },
};

/** How long the delayed debit takes to clear. */
export const clearingSeconds = 20;

const cardNumber = (data: Charge["data"]): string => {
  const card = data.card as { number?: string } | undefined;
  return (card?.number ?? "").replace(/[\s-]/g, "");
};

const delayedCards: ReadonlySet<string> = new Set(["clear_later", "clear_never"]);

const newIntent = ({ id, amount, currency }: Charge) => ({
  id: `ti_${randomBytes(16).toString("hex")}`,
  idempotency_key: id,
  amount,
  currency,
});
const failedStatus = (code: string, message: string): ProviderStatus => ({
  status: "failed",
  ref: null,
  code,
  message,
});

/** How a kept card stands when it is charged while its payer is away. */
const offSessionOutcome = (card: (typeof cards)[string]): readonly [status: string, decline_code: string | null] => {
  if (card.does === "ask") return ["failed", "authentication_required"];
  if (card.does === "succeed") return ["requires_capture", null];
  return ["failed", "card_declined"];
};

type Intent = {
  id: string;
  idempotency_key: string;
  status: string;
  decline_code: string | null;
  card: string;
  cleared: boolean;
};

const selectIntentsBy = (column: "id" | "idempotency_key") => `
  select i.id, i.idempotency_key, i.status, i.decline_code, i.card, i.created_at + make_interval(secs => ${clearingSeconds}) <= app_now() as cleared
  from ${eachKeyOf(2, "text")}
  cross join lateral (select * from test_gateway_intent where seller_id = $1 and ${column} = asked.key offset 0) i`;
const selectIntentsById = selectIntentsBy("id");
const selectIntentsByKey = selectIntentsBy("idempotency_key");

type NewIntent = Pick<Intent, "id" | "idempotency_key" | "status" | "decline_code" | "card"> & {
  readonly method_id: string | null;
  readonly amount: number;
  readonly currency: string;
};
// The same key again, even at the same moment: one intent.
const insertIntents = `insert into test_gateway_intent (seller_id, id, idempotency_key, status, amount, currency, card, decline_code, method_id)
  select $1, n.id, n.idempotency_key, n.status, n.amount, n.currency, n.card, n.decline_code, n.method_id
  from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[])
    as n (id, idempotency_key, status, amount, currency, card, decline_code, method_id)
  on conflict (seller_id, idempotency_key) do nothing`;
const captureIntents =
  "update test_gateway_intent set status = 'succeeded' where seller_id = $1 and id = any($2::text[]) and status = 'requires_capture'";

/** What is asked of it at the same moment is written into its books together, as a provider would take it from many connections. */
const batchPerSeller = <Job, Answer>(
  databaseOf: GatewayDeps["databaseOf"],
  runBatch: (wire: Pipeline, sellerId: string, jobs: readonly Job[]) => Promise<readonly Answer[]>,
) => {
  const bySeller = new Map<string, BatchExecutor<Job, Answer>>();
  return (sellerId: string, job: Job): Promise<Answer> => {
    const executor =
      bySeller.get(sellerId) ??
      new BatchExecutor<Job, Answer>(
        (jobs) =>
          onDedicatedConnection(databaseOf(sellerId), "test gateway")
            .getExecutor()
            .provideConnection(async (wire) => (await runBatch(wire, sellerId, jobs)).map((answer) => ({ answer }))),
        { overloadError: () => new Refused({ code: "unavailable" }), isOutage: () => false },
      );
    bySeller.set(sellerId, executor);
    return executor.add(job);
  };
};

/**
 * The card gateway that needs no provider: in process, with books of its own in the database as a provider would keep
 * them, found by idempotency key. Only for trying the shop out: it moves no money.
 */
export const testGateway = ({ databaseOf, origin }: GatewayDeps): PaymentGateway => {
  const readIntent = async (
    sellerId: string,
    where: { idempotency_key: string } | { id: string },
  ): Promise<Intent | undefined> => {
    const [text, key] = "id" in where ? [selectIntentsById, where.id] : [selectIntentsByKey, where.idempotency_key];
    const [intent] = await statement<Intent>(databaseOf(sellerId), text, [sellerId, [key]]);
    return intent;
  };

  const createIntent = batchPerSeller<NewIntent, Intent | undefined>(databaseOf, async (wire, sellerId, rows) => {
    const column = <K extends keyof NewIntent>(name: K) => rows.map((row) => row[name]);
    const [, intents] = await Promise.all([
      statement(wire, insertIntents, [
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
      statement<Intent>(wire, selectIntentsByKey, [sellerId, column("idempotency_key")]),
    ]);
    const found = new Map(intents.map((intent) => [intent.idempotency_key, intent]));
    return rows.map(({ idempotency_key }) => found.get(idempotency_key));
  });

  const cardVault = savedCards({ databaseOf });

  /** Nobody is there who could be asked anything. */
  const chargeSavedMethod = async (charge: Charge, by: NonNullable<Charge["savedMethod"]>): Promise<ProviderStatus> => {
    const saved = await cardVault.find(charge.sellerId, by);
    const card = saved && cards[saved.card];
    if (!saved || !card) return failedStatus("method_gone", "This card is not kept any more.");
    const [status, decline_code] = offSessionOutcome(card);
    return intentStatus(
      charge.sellerId,
      await createIntent(charge.sellerId, {
        ...newIntent(charge),
        status,
        card: saved.card,
        decline_code,
        method_id: saved.ref,
      }),
    );
  };

  const captureIntent = batchPerSeller<string, Intent | undefined>(databaseOf, async (wire, sellerId, ids) => {
    const [, intents] = await Promise.all([
      statement(wire, captureIntents, [sellerId, ids]),
      statement<Intent>(wire, selectIntentsById, [sellerId, ids]),
    ]);
    const found = new Map(intents.map((intent) => [intent.id, intent]));
    return ids.map((id) => found.get(id));
  });

  const changeStatus = async (
    sellerId: string,
    id: string,
    from: string[],
    to: "requires_capture" | "succeeded" | "canceled" | "failed",
  ): Promise<void> => {
    await databaseOf(sellerId)
      .updateTable("test_gateway_intent")
      .set({ status: to })
      .where("seller_id", "=", sellerId)
      .where("id", "=", id)
      .where("status", "in", from as never)
      .execute();
  };

  const intentStatus = async (sellerId: string, intent: Intent | undefined): Promise<ProviderStatus> => {
    if (!intent) return { status: "unknown" };
    if (intent.status === "requires_action") {
      return { status: "requires_action", ref: intent.id, actionUrl: `${origin}/_test/3ds/${intent.id}` };
    }
    if (intent.status === "processing") {
      if (!intent.cleared) return { status: "processing", ref: intent.id };
      const hasCleared = cards[intent.card]?.does === "clear_later";
      await changeStatus(sellerId, intent.id, ["processing"], hasCleared ? "succeeded" : "failed");
      return hasCleared
        ? { status: "captured", ref: intent.id }
        : { status: "failed", ref: intent.id, code: "card_declined", message: "The debit was returned unpaid." };
    }
    if (intent.status === "requires_capture") return { status: "authorized", ref: intent.id };
    if (intent.status === "succeeded") return { status: "captured", ref: intent.id };
    if (intent.status === "canceled") return { status: "voided", ref: intent.id };
    const card = cards[intent.card];
    return card?.does === "decline"
      ? { status: "failed", ref: intent.id, code: card.code, message: card.message }
      : {
          status: "failed",
          ref: intent.id,
          code: intent.decline_code ?? "card_declined",
          message: "Your bank could not confirm this payment.",
        };
  };

  return {
    id: "test",
    authorize: async (charge) => {
      if (charge.savedMethod) return chargeSavedMethod(charge, charge.savedMethod);
      const number = cardNumber(charge.data);
      const card = cards[number];
      if (!card) return failedStatus("incorrect_number", "Your card number is not one of the test cards.");
      if (charge.savesMethod && delayedCards.has(card.does))
        return failedStatus("method_not_kept", "This way to pay cannot be kept for renewals.");
      const status = {
        succeed: "requires_capture",
        succeed_once: "requires_capture",
        ask: "requires_action",
        clear_later: "processing",
        clear_never: "processing",
        decline: "failed",
      } as const;
      const row = {
        ...newIntent(charge),
        status: status[card.does],
        card: number,
        decline_code: card.does === "decline" ? card.code : null,
        method_id: charge.savesMethod ? await cardVault.save(charge, number) : null,
      };
      return intentStatus(charge.sellerId, await createIntent(charge.sellerId, row));
    },
    capture: async ({ sellerId, ref }) => intentStatus(sellerId, await captureIntent(sellerId, ref)),
    void: async ({ sellerId, ref }) => {
      await changeStatus(sellerId, ref, ["requires_capture", "requires_action", "processing"], "canceled");
      return intentStatus(sellerId, await readIntent(sellerId, { id: ref }));
    },
    refund: async ({ sellerId, ref, amount, key }) => {
      const id = `tr_${randomBytes(16).toString("hex")}`;
      // Behind the intent's lock: two refunds at once never give back more than was taken.
      const { rows } = await databaseOf(sellerId)
        .transaction()
        .execute(async (db) => {
          await db
            .selectFrom("test_gateway_intent")
            .select("id")
            .where("seller_id", "=", sellerId)
            .where("id", "=", ref)
            .forUpdate()
            .execute();
          return sql<{ id: string }>`
            with known as (
              select id from test_gateway_refund where seller_id = ${sellerId}::uuid and idempotency_key = ${key}
            ), given as (
              insert into test_gateway_refund (seller_id, id, intent_id, idempotency_key, amount)
              select seller_id, ${id}, id, ${key}, ${amount}::bigint from test_gateway_intent i
              where i.seller_id = ${sellerId}::uuid and i.id = ${ref} and i.status = 'succeeded'
                and not exists (select from known)
                and ${amount}::bigint <= i.amount - coalesce((select sum(r.amount) from test_gateway_refund r
                  where r.seller_id = i.seller_id and r.intent_id = i.id), 0)
              returning id
            ) select id from known union all select id from given`.execute(db);
        });
      const [refund] = rows;
      return refund ? { status: "succeeded", ref: refund.id } : { status: "failed", ref: null, code: "not_refundable" };
    },
    listRefunds: async ({ sellerId, ref }) => {
      const rows = await databaseOf(sellerId)
        .selectFrom("test_gateway_refund as r")
        .innerJoin("test_gateway_intent as i", (join) =>
          join.onRef("i.seller_id", "=", "r.seller_id").onRef("i.id", "=", "r.intent_id"),
        )
        .select(["r.id as ref", "r.idempotency_key as key", "r.amount", "i.currency", "r.created_at as occurred_on"])
        .where("r.seller_id", "=", sellerId)
        .where("r.intent_id", "=", ref)
        .execute();
      return rows.map((row) => ({ ...row, status: "succeeded" as const }));
    },
    findSavedMethod: ({ sellerId, ref }) => cardVault.findByIntent(sellerId, ref),
    deleteSavedMethod: ({ sellerId, ref }) => cardVault.detach(sellerId, ref),
    deleteMethodOfPayment: ({ sellerId, id }) => cardVault.detachOfPayment(sellerId, id),
    findStatus: async ({ sellerId, id }) => intentStatus(sellerId, await readIntent(sellerId, { idempotency_key: id })),
  };
};

/** What the bank's page of the test gateway does when its visitor decides. */
export const completeTestChallenge = async (
  deps: GatewayDeps,
  sellerId: string,
  intentId: string,
  isApproved: boolean,
): Promise<void> => {
  await deps
    .databaseOf(sellerId)
    .updateTable("test_gateway_intent")
    .set({
      status: isApproved ? "requires_capture" : "failed",
      decline_code: isApproved ? null : "authentication_failed",
    })
    .where("seller_id", "=", sellerId)
    .where("id", "=", intentId)
    .where("status", "=", "requires_action")
    .execute();
};
