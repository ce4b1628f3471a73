import * as z from "zod/mini";
import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";
import type { Sealer } from "../../sealer.ts";

const patternString = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));

/** What a seller is given by Stripe. Only the publishable key and the configuration's id may ever reach a browser. */
export const StripeKeys = z.strictObject({
  publishable_key: patternString(/^pk_(?:test|live)_\w{8,255}$/, "must begin with pk_test_ or pk_live_"),
  secret_key: patternString(
    /^(?:sk|rk)_(?:test|live)_\w{8,255}$/,
    "must begin with sk_test_, sk_live_, rk_test_ or rk_live_",
  ),
  /** Of the hook; two, with a comma between, while one takes over from the other. Without any, payments are asked after. */
  webhook_secret: z.optional(
    patternString(/^whsec_[\w+/=]{8,255}(?:,whsec_[\w+/=]{8,255})?$/, "must begin with whsec_"),
  ),
  payment_method_configuration: z.optional(patternString(/^pmc_\w{4,255}$/, "must begin with pmc_")),
});
export type StripeKeys = z.infer<typeof StripeKeys>;

export const isLive = ({ secret_key }: Pick<StripeKeys, "secret_key">): boolean => /^.k_live_/.test(secret_key);

/** What is wrong with keys as they were given, without repeating any of them. */
export const stripeKeysProblems = (given: unknown): string[] => {
  const parsed = StripeKeys.safeParse(given);
  if (!parsed.success)
    return parsed.error.issues.map((issue) =>
      issue.code === "unrecognized_keys"
        ? `${issue.keys.join(", ")}: no key of Stripe's that is kept here`
        : `${issue.path.join(".")}: ${issue.code === "invalid_type" ? "is missing" : issue.message}`,
    );
  const { publishable_key, secret_key } = parsed.data;
  return publishable_key.startsWith("pk_live_") === isLive({ secret_key })
    ? []
    : ["publishable_key and secret_key: one is live and the other for tests"];
};

const associatedData = (sellerId: string): string => `payment_keys:${sellerId}:stripe`;

/** A seller's keys, read anew each time: what the command line keeps counts from the next payment on. */
export const readStripeKeys = async (
  db: Database,
  sealer: Sealer,
  sellerId: string,
): Promise<StripeKeys | undefined> => {
  const row = await db
    .selectFrom("payment_keys")
    .select("sealed")
    .where("seller_id", "=", sellerId)
    .where("gateway_id", "=", "stripe")
    .executeTakeFirst();
  return row && StripeKeys.parse(JSON.parse(await sealer.open(row.sealed, associatedData(sellerId))));
};

export const saveStripeKeys = async (
  db: Database,
  sealer: Sealer,
  sellerId: string,
  keys: StripeKeys,
): Promise<void> => {
  const sealed = await sealer.seal(JSON.stringify(keys), associatedData(sellerId));
  await db
    .insertInto("payment_keys")
    .values({ seller_id: sellerId, gateway_id: "stripe", sealed })
    .onConflict((oc) => oc.columns(["seller_id", "gateway_id"]).doUpdateSet({ sealed, updated_at: sql`app_now()` }))
    .execute();
};

export const deleteStripeKeys = async (db: Database, sellerId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("payment_keys")
    .where("seller_id", "=", sellerId)
    .where("gateway_id", "=", "stripe")
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
