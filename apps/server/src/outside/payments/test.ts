import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Charge, GatewayDeps, PaymentGateway, Standing } from "./payments.ts";

/** What the card vendor's well-known test numbers do (their public testing page), and one of our own that clears later. */
const cards: Readonly<
  Record<
    string,
    { does: "succeed" | "ask" | "clear_later" | "clear_never" } | { does: "decline"; code: string; message: string }
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
  "4000000000000077": { does: "clear_later" },
  "4000000000000093": { does: "clear_never" },
};

/** How long the delayed debit takes to clear. */
export const clearingSeconds = 20;

const numberOf = (data: Charge["data"]): string => {
  const card = data.card as { number?: string } | undefined;
  return (card?.number ?? "").replace(/[\s-]/g, "");
};

/**
 * The card gateway that needs no provider: in process, with books of its own in the database as a provider would keep
 * them, found by idempotency key. Only for trying the shop out: it moves no money.
 */
export const testGateway = ({ databaseOf, origin }: GatewayDeps): PaymentGateway => {
  type Intent = { id: string; status: string; decline_code: string | null; card: string; cleared: boolean };

  const read = async (
    sellerId: string,
    where: { idempotency_key: string } | { id: string },
  ): Promise<Intent | undefined> =>
    databaseOf(sellerId)
      .selectFrom("test_gateway_intent")
      .select(["id", "status", "decline_code", "card"])
      .select(sql<boolean>`created_at + make_interval(secs => ${clearingSeconds}) <= app_now()`.as("cleared"))
      .where("seller_id", "=", sellerId)
      .where((eb) => eb.and(where))
      .executeTakeFirst();

  const move = async (
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

  const standingOf = async (sellerId: string, intent: Intent | undefined): Promise<Standing> => {
    if (!intent) return { status: "unknown" };
    if (intent.status === "requires_action") {
      return { status: "requires_action", ref: intent.id, actionUrl: `${origin}/_test/3ds/${intent.id}` };
    }
    if (intent.status === "processing") {
      if (!intent.cleared) return { status: "processing", ref: intent.id };
      const clears = cards[intent.card]?.does === "clear_later";
      await move(sellerId, intent.id, ["processing"], clears ? "succeeded" : "failed");
      return clears
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
      const number = numberOf(charge.data);
      const card = cards[number];
      if (!card)
        return {
          status: "failed",
          ref: null,
          code: "incorrect_number",
          message: "Your card number is not one of the test cards.",
        };
      const status = {
        succeed: "requires_capture",
        ask: "requires_action",
        clear_later: "processing",
        clear_never: "processing",
        decline: "failed",
      } as const;
      const row = {
        seller_id: charge.sellerId,
        id: `ti_${randomBytes(16).toString("hex")}`,
        idempotency_key: charge.id,
        status: status[card.does],
        amount: charge.amount,
        currency: charge.currency,
        card: number,
        decline_code: card.does === "decline" ? card.code : null,
      };
      // The same key again, even at the same moment: one intent.
      await databaseOf(charge.sellerId)
        .insertInto("test_gateway_intent")
        .values(row)
        .onConflict((oc) => oc.columns(["seller_id", "idempotency_key"]).doNothing())
        .execute();
      return standingOf(charge.sellerId, await read(charge.sellerId, { idempotency_key: charge.id }));
    },
    capture: async ({ sellerId, ref }) => {
      await move(sellerId, ref, ["requires_capture"], "succeeded");
      return standingOf(sellerId, await read(sellerId, { id: ref }));
    },
    void: async ({ sellerId, ref }) => {
      await move(sellerId, ref, ["requires_capture", "requires_action", "processing"], "canceled");
      return standingOf(sellerId, await read(sellerId, { id: ref }));
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
      const [given] = rows;
      return given ? { status: "succeeded", ref: given.id } : { status: "failed", ref: null, code: "not_refundable" };
    },
    refundsOf: async ({ sellerId, ref }) => {
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
    find: async ({ sellerId, id }) => standingOf(sellerId, await read(sellerId, { idempotency_key: id })),
  };
};

/** What the bank's page of the test gateway does when its visitor decides. */
export const decideTestIntent = async (
  deps: GatewayDeps,
  sellerId: string,
  intentId: string,
  agreed: boolean,
): Promise<void> => {
  await deps
    .databaseOf(sellerId)
    .updateTable("test_gateway_intent")
    .set({ status: agreed ? "requires_capture" : "failed", decline_code: agreed ? null : "authentication_failed" })
    .where("seller_id", "=", sellerId)
    .where("id", "=", intentId)
    .where("status", "=", "requires_action")
    .execute();
};
