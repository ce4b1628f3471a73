import { parseArgs } from "node:util";
import { isLive, StripeKeys, stripeKeysProblems } from "../../providers/payments/stripe/stripeKeys.ts";
import { deleteStripeKeys, readStripeKeys, saveStripeKeys } from "../../providers/payments/stripe/stripeKeys.sql.ts";
import type { Command } from "../command.ts";
import { parseKeyLines, maskKey } from "../keys/keyLines.ts";
import { changeProviderKeys, keyedCaptcha, showProviderKeys } from "../keys/providerKeys.ts";

const booleanFlag = { type: "boolean", default: false } as const;
const options = {
  stripe: booleanFlag,
  loqate: booleanFlag,
  captcha: booleanFlag,
  "apple-wallet": booleanFlag,
  "google-wallet": booleanFlag,
  oidc: booleanFlag,
  jwt: booleanFlag,
  forget: booleanFlag,
};

const providerByFlag = [
  ["loqate", "loqate"],
  ["apple-wallet", "apple_wallet"],
  ["google-wallet", "google_wallet"],
  ["oidc", "oidc"],
  ["jwt", "jwt"],
] as const;

/** `foyer seller keys`: a seller's own keys for taking money, for who is asked about a buyer and for who logs them in, kept sealed and never shown again. */
export const sellerKeysCommand: Command = {
  usage: "keys SLUG [--stripe|--loqate|--captcha|--apple-wallet|--google-wallet|--oidc|--jwt [--forget]]",
  description: [
    "Says which keys of providers a seller has",
    "--stripe    keep those that come on the standard input, as lines of name=value: publishable_key,",
    "            secret_key, and where there are any webhook_secret and payment_method_configuration",
    "--loqate    the same for address lookup: key, and where wanted find_version and retrieve_version",
    "--captcha   the same for the captcha that the catalogue names: secret_key, and where it differs hostname",
    "--apple-wallet   the same for passes: pass_type_id, team_id, signer_cert, signer_key, wwdr_cert (PEM, on as many",
    "            lines as it has), and where the key has one signer_key_passphrase",
    "--google-wallet  the same: issuer_id, client_email, private_key",
    "--oidc      the same for logging in at an OpenID provider: issuer, client_id, client_secret, and where they differ",
    "            client_auth (post or basic) and scope (openid email profile)",
    "--jwt       the same for logging in by what the seller's own system signs: issuer, algorithm, and public_key (PEM)",
    "            or, for HS256, secret",
    "--forget    take them away",
  ].join("\n"),
  run: async (args, context) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [action, slug, ...others] = positionals;
    if (action !== "keys" || slug === undefined || others.length > 0)
      throw new Error("foyer seller keys needs the slug of one seller.");
    const { forget, ...selected } = values;
    const kinds = Object.values(selected).filter(Boolean).length;
    if (kinds > 1) throw new Error("Name one kind of keys at a time.");
    if (forget && kinds === 0) throw new Error("--forget needs to know which keys: --stripe, --loqate, ….");
    const connections = await context.openConnections();
    const seller = await connections
      .acrossSellers()
      .selectFrom("seller")
      .select(["id", "slug", "configuration"])
      .where("slug", "=", slug)
      .executeTakeFirst();
    if (!seller) throw new Error(`There is no seller '${slug}'.`);
    const db = connections.forSeller(seller.id);

    const named = providerByFlag.find(([name]) => values[name])?.[1];
    if (named || values.captcha) {
      const provider = named ?? keyedCaptcha(seller);
      await changeProviderKeys(context, db, seller, { provider, forget: values.forget });
      await showProviderKeys(context, db, seller);
      return 0;
    }
    if (values.forget) {
      const hadKeys = await deleteStripeKeys(db, seller.id);
      context.print(hadKeys ? `${slug} has no keys for Stripe any more.` : `${slug} had no keys for Stripe.`);
      return 0;
    }
    if (values.stripe) {
      const given = parseKeyLines(await context.readInput());
      const problems = stripeKeysProblems(given);
      if (problems.length > 0)
        throw new Error(["The keys are not right:", ...problems.map((line) => `  ${line}`)].join("\n"));
      await saveStripeKeys(db, context.sealer(), seller.id, StripeKeys.parse(given));
    }
    if (!values.stripe) await showProviderKeys(context, db, seller);
    const keys = await readStripeKeys(db, context.sealer(), seller.id);
    if (!keys) {
      context.print(`${slug} has no keys for Stripe.`);
      return 0;
    }
    context.print(`${slug} has ${isLive(keys) ? "live keys" : "keys for tests"} for Stripe.`);
    for (const name of ["publishable_key", "secret_key", "webhook_secret", "payment_method_configuration"] as const)
      context.print(`  ${name}\t${maskKey(keys[name])}`);
    if (seller.configuration.gateway !== "stripe")
      context.print("They are not used before the seller's catalogue says 'gateway: stripe' in its configuration.");
    return 0;
  },
};
