import { parseArgs } from "node:util";
import {
  forgetStripeKeys,
  isLive,
  keepStripeKeys,
  readStripeKeys,
  StripeKeys,
  wrongKeys,
} from "../outside/payments/stripeKeys.ts";
import type { Command } from "./command.ts";

const options = { stripe: { type: "boolean", default: false }, forget: { type: "boolean", default: false } } as const;

/** Lines like `secret_key=sk_live_…`; empty ones and those that begin with # say nothing. */
const keysIn = (given: string): Record<string, string> => {
  const lines = given
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line, place) => {
      const at = line.indexOf("=");
      // Not repeated: it may be a secret whose name was forgotten.
      if (at < 1) throw new Error(`Line ${place + 1} is not like name=value.`);
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
};

/** As much of a key as tells it from others. */
const shown = (value: string | undefined): string => (value === undefined ? "none" : `…${value.slice(-4)}`);

/** `foyer seller keys`: a seller's own keys for taking money, kept sealed and never shown again. */
export const sellerKeys: Command = {
  takes: "keys SLUG [--stripe [--forget]]",
  says: [
    "Says which payment keys a seller has",
    "--stripe    keep those that come on the standard input, as lines of name=value: publishable_key,",
    "            secret_key, and where there are any webhook_secret and payment_method_configuration",
    "--forget    take them away",
  ].join("\n"),
  run: async (args, desk) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [verb, slug, ...others] = positionals;
    if (verb !== "keys" || slug === undefined || others.length > 0)
      throw new Error("foyer seller keys needs the slug of one seller.");
    if (values.forget && !values.stripe) throw new Error("--forget needs --stripe.");
    const connections = await desk.open();
    const seller = await connections
      .acrossSellers()
      .selectFrom("seller")
      .select(["id", "configuration"])
      .where("slug", "=", slug)
      .executeTakeFirst();
    if (!seller) throw new Error(`There is no seller '${slug}'.`);
    const db = connections.of(seller.id);

    if (values.forget) {
      const had = await forgetStripeKeys(db, seller.id);
      desk.print(had ? `${slug} has no keys for Stripe any more.` : `${slug} had no keys for Stripe.`);
      return 0;
    }
    if (values.stripe) {
      const given = keysIn(await desk.read());
      const wrong = wrongKeys(given);
      if (wrong.length > 0)
        throw new Error(["The keys are not right:", ...wrong.map((line) => `  ${line}`)].join("\n"));
      await keepStripeKeys(db, desk.sealer(), seller.id, StripeKeys.parse(given));
    }
    const keys = await readStripeKeys(db, desk.sealer(), seller.id);
    if (!keys) {
      desk.print(`${slug} has no keys for Stripe.`);
      return 0;
    }
    desk.print(`${slug} has ${isLive(keys) ? "live keys" : "keys for tests"} for Stripe.`);
    for (const name of ["publishable_key", "secret_key", "webhook_secret", "payment_method_configuration"] as const)
      desk.print(`  ${name}\t${shown(keys[name])}`);
    if (seller.configuration.gateway !== "stripe")
      desk.print("They are not used before the seller's catalogue says 'gateway: stripe' in its configuration.");
    return 0;
  },
};
