import { sql } from "kysely";
import type { GatewayDeps } from "../gatewayDefinition.ts";
import type { Charge, SavedMethod } from "../paymentGateway.ts";
import { describeCard, parseExpiry } from "./testCards.ts";

type SavedCard = Pick<SavedMethod, "ref" | "customer" | "exp_month" | "exp_year"> & { readonly card: string };

const columns = ["id as ref", "customer", "card", "exp_month", "exp_year"] as const;

/** The cards that the test gateway saves, each for one customer, and only once per charge however often it is repeated. */
export const savedCards = ({ databaseOf }: Pick<GatewayDeps, "databaseOf">) => ({
  save: async ({ sellerId, id, data }: Charge, card: string): Promise<string> => {
    const suffix = id.replaceAll("-", "");
    await databaseOf(sellerId)
      .insertInto("test_gateway_method")
      .values({ seller_id: sellerId, id: `tm_${suffix}`, customer: `tc_${suffix}`, card, ...parseExpiry(data) })
      .onConflict((oc) => oc.doNothing())
      .execute();
    return `tm_${suffix}`;
  },
  /** Undefined for a card of another customer, and for a deleted one. */
  find: (sellerId: string, { ref, customer }: Pick<SavedMethod, "ref" | "customer">): Promise<SavedCard | undefined> =>
    databaseOf(sellerId)
      .selectFrom("test_gateway_method")
      .select(columns)
      .where("seller_id", "=", sellerId)
      .where("id", "=", ref)
      .where("customer", "=", customer)
      .where("detached_at", "is", null)
      .executeTakeFirst(),
  detach: async (sellerId: string, ref: string): Promise<void> => {
    await databaseOf(sellerId)
      .updateTable("test_gateway_method")
      .set({ detached_at: sql<string>`coalesce(detached_at, app_now())` })
      .where("seller_id", "=", sellerId)
      .where("id", "=", ref)
      .execute();
  },
  detachOfPayment: async (sellerId: string, payment_id: string): Promise<void> => {
    await databaseOf(sellerId)
      .updateTable("test_gateway_method")
      .set({ detached_at: sql<string>`coalesce(detached_at, app_now())` })
      .where("seller_id", "=", sellerId)
      .where("id", "in", (eb) =>
        eb
          .selectFrom("test_gateway_intent")
          .select("method_id")
          .where("seller_id", "=", sellerId)
          .where("idempotency_key", "=", payment_id)
          .where("method_id", "is not", null),
      )
      .execute();
  },
  /** The card saved with a successful intent. */
  findByIntent: async (sellerId: string, intent_id: string): Promise<SavedMethod | undefined> => {
    const saved = await databaseOf(sellerId)
      .selectFrom("test_gateway_intent as i")
      .innerJoin("test_gateway_method as m", (join) =>
        join.onRef("m.seller_id", "=", "i.seller_id").onRef("m.id", "=", "i.method_id"),
      )
      .select(["m.id as ref", "m.customer", "m.card", "m.exp_month", "m.exp_year"])
      .where("i.seller_id", "=", sellerId)
      .where("i.id", "=", intent_id)
      .where("i.status", "in", ["requires_capture", "succeeded"])
      .where("m.detached_at", "is", null)
      .executeTakeFirst();
    if (!saved) return undefined;
    const { card, ...rest } = saved;
    return { ...rest, ...describeCard(card) };
  },
});
