import { randomBytes } from "node:crypto";
import { cardGatewayContext } from "@foyer/contract/errors.ts";
import { BatchExecutor } from "../../../db/statements/batchExecutor.ts";
import { onDedicatedConnection, type Database } from "../../../db/connections.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { transactPipelined } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { GatewayDefinition, GatewayDeps } from "../gatewayDefinition.ts";
import type { Charge, PaidCard, PaymentGateway, ProviderStatus } from "../paymentGateway.ts";
import {
  captureIntentBatch,
  findTestIntent,
  insertIntentBatch,
  updateStatus,
  type Intent,
  type NewIntent,
} from "./intents.sql.ts";
import { testPayouts } from "./payouts.sql.ts";
import { insertTestRefund, listRefunds } from "./refunds.sql.ts";
import { savedCards } from "./savedCards.sql.ts";
import { cardNumber, describeCard, isSavable, offSessionOutcome, onSessionOutcome, testCards } from "./testCards.ts";

const failedStatus = (
  code: string,
  message: string,
  { id: ref = null, card }: { readonly id?: string | null; readonly card?: string } = {},
): ProviderStatus => ({
  status: "failed",
  ref,
  code,
  message,
  // A test card is only distinguished by its number.
  ...(card && { fingerprint: card }),
});

const newIntent = ({ id, amount, currency }: Charge) => ({
  id: `ti_${randomBytes(16).toString("hex")}`,
  idempotency_key: id,
  amount,
  currency,
});

/** Collects what arrives for a seller at the same time into one batch of statements. */
const batchPerSeller = <Job, Answer>(
  databaseOf: GatewayDeps["databaseOf"],
  runBatch: (pipeline: Pipeline, sellerId: string, jobs: readonly Job[]) => Promise<readonly Answer[]>,
) => {
  // By database handle, which is bound to one seller.
  const executors = new WeakMap<Database, BatchExecutor<Job, Answer>>();
  return (sellerId: string, job: Job): Promise<Answer> => {
    const db = databaseOf(sellerId);
    const executor =
      executors.get(db) ??
      new BatchExecutor<Job, Answer>(
        (jobs) =>
          transactPipelined(onDedicatedConnection(db, "test gateway"), async (pipeline, commitWith) =>
            (await commitWith(runBatch(pipeline, sellerId, jobs))).map((answer) => ({ answer })),
          ),
        { name: "test gateway", overloadError: () => new Refused({ code: "unavailable" }), isOutage: () => false },
      );
    executors.set(db, executor);
    return executor.add(job);
  };
};

/** A delayed debit is settled when it is queried after it clears. */
const settleDebit = async (
  { databaseOf }: Pick<GatewayDeps, "databaseOf">,
  sellerId: string,
  { id, card }: Intent,
): Promise<ProviderStatus> => {
  const hasCleared = testCards[card]?.does === "clear_later";
  await updateStatus(databaseOf(sellerId), sellerId, id, {
    from: ["processing"],
    to: hasCleared ? "succeeded" : "failed",
  });
  return hasCleared
    ? { status: "captured", ref: id }
    : failedStatus("card_declined", "The debit was returned unpaid.", { id, card });
};

/** Empty for a debit, which has no card. */
const paidCard = ({ card: number }: Intent): { readonly card?: PaidCard } => {
  const card = testCards[number];
  return card && isSavable(card) ? { card: describeCard(number) } : {};
};

const intentStatus = async (
  deps: GatewayDeps,
  sellerId: string,
  intent: Intent | undefined,
): Promise<ProviderStatus> => {
  if (!intent) return { status: "unknown" };
  const { id: ref, status, cleared } = intent;
  if (status === "requires_action") return { status: "requires_action", ref, actionUrl: `/_test/3ds/${ref}` };
  if (status === "processing") return cleared ? settleDebit(deps, sellerId, intent) : { status: "processing", ref };
  if (status === "requires_capture") return { status: "authorized", ref };
  if (status === "succeeded") return { status: "captured", ref, ...paidCard(intent) };
  if (status === "canceled") return { status: "voided", ref };
  const card = testCards[intent.card];
  return card?.does === "decline"
    ? failedStatus(card.code, card.message, intent)
    : failedStatus(intent.decline_code ?? "card_declined", "Your bank could not confirm this payment.", intent);
};

/**
 * The card gateway for demonstrations and tests. It runs in this process, stores its intents in tables of its own as a
 * provider would, finds them by idempotency key, and moves no money.
 */
export const testGateway = (deps: GatewayDeps): PaymentGateway => {
  const { databaseOf } = deps;
  const cards = savedCards({ databaseOf });
  const insertIntent = batchPerSeller<NewIntent, Intent | undefined>(databaseOf, insertIntentBatch);
  const captureIntent = batchPerSeller<string, Intent | undefined>(databaseOf, captureIntentBatch);

  const chargeSavedMethod = async (
    charge: Charge,
    method: NonNullable<Charge["savedMethod"]>,
  ): Promise<ProviderStatus> => {
    const saved = await cards.find(charge.sellerId, method);
    const card = saved && testCards[saved.card];
    if (!saved || !card) return failedStatus("method_gone", "This card is no longer saved.");
    const outcomeOf = method.isPayerPresent ? onSessionOutcome : offSessionOutcome;
    const row = { ...newIntent(charge), ...outcomeOf(card), card: saved.card, method_id: saved.ref };
    return intentStatus(deps, charge.sellerId, await insertIntent(charge.sellerId, row));
  };

  const authorize = async (charge: Charge): Promise<ProviderStatus> => {
    if (charge.savedMethod) return chargeSavedMethod(charge, charge.savedMethod);
    const number = cardNumber(charge.data);
    const card = testCards[number];
    if (!card)
      return failedStatus("incorrect_number", "Your card number is not one of the test cards.", { card: number });
    if (charge.savesMethod && !isSavable(card))
      return failedStatus("method_not_kept", "This payment method cannot be saved for renewals.");
    const row = {
      ...newIntent(charge),
      ...onSessionOutcome(card),
      card: number,
      method_id: charge.savesMethod ? await cards.save(charge, number) : null,
    };
    return intentStatus(deps, charge.sellerId, await insertIntent(charge.sellerId, row));
  };

  return {
    id: "test",
    authorize,
    capture: async ({ sellerId, ref }) => intentStatus(deps, sellerId, await captureIntent(sellerId, ref)),
    void: async ({ sellerId, ref }) => {
      const db = databaseOf(sellerId);
      await updateStatus(db, sellerId, ref, {
        from: ["requires_capture", "requires_action", "processing"],
        to: "canceled",
      });
      return intentStatus(deps, sellerId, await findTestIntent(db, sellerId, { id: ref }));
    },
    findStatus: async ({ sellerId, id }) =>
      intentStatus(deps, sellerId, await findTestIntent(databaseOf(sellerId), sellerId, { idempotency_key: id })),
    refund: async ({ sellerId, ref: intent_id, amount, key }) => {
      const id = `tr_${randomBytes(16).toString("hex")}`;
      const ref = await insertTestRefund(databaseOf(sellerId), sellerId, { id, intent_id, key, amount });
      return ref === undefined ? { status: "failed", ref: null, code: "not_refundable" } : { status: "succeeded", ref };
    },
    listRefunds: async ({ sellerId, ref }) =>
      (await listRefunds(databaseOf(sellerId), sellerId, ref)).map((row) => ({ ...row, status: "succeeded" as const })),
    findFingerprint: async ({ sellerId, data, savedMethod }) =>
      savedMethod ? (await cards.find(sellerId, savedMethod))?.card : cardNumber(data) || undefined,
    findSavedMethod: ({ sellerId, ref }) => cards.findByIntent(sellerId, ref),
    deleteSavedMethod: ({ sellerId, ref }) => cards.detach(sellerId, ref),
    deleteMethodOfPayment: ({ sellerId, id }) => cards.detachOfPayment(sellerId, id),
    payouts: testPayouts(databaseOf),
  };
};

/** Records the payer's decision on the test gateway's bank page. */
export const completeTestChallenge = (
  { databaseOf }: Pick<GatewayDeps, "databaseOf">,
  {
    sellerId,
    intentId,
    isApproved,
  }: { readonly sellerId: string; readonly intentId: string; readonly isApproved: boolean },
): Promise<void> =>
  updateStatus(databaseOf(sellerId), sellerId, intentId, {
    from: ["requires_action"],
    to: isApproved ? "requires_capture" : "failed",
    decline_code: isApproved ? null : "authentication_failed",
  });

export const testGatewayDefinition = {
  open: (deps) => {
    const gateway = testGateway(deps);
    return async () => gateway;
  },
  isRemote: false,
  isForTests: true,
  savesMethods: true,
  isReconciled: false,
  hasPayouts: true,
  refusalContext: cardGatewayContext,
} as const satisfies GatewayDefinition;
