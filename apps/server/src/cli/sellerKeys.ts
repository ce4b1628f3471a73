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
import { keysIn, shown } from "./keyLines.ts";
import { changeProviderKeys, keyedCaptcha, showProviderKeys } from "./providerKeys.ts";

const flag = { type: "boolean", default: false } as const;
const options = {
  stripe: flag,
  loqate: flag,
  captcha: flag,
  "apple-wallet": flag,
  "google-wallet": flag,
  oidc: flag,
  jwt: flag,
  forget: flag,
};

const kindsByFlag = [
  ["loqate", "loqate"],
  ["apple-wallet", "apple_wallet"],
  ["google-wallet", "google_wallet"],
  ["oidc", "oidc"],
  ["jwt", "jwt"],
] as const;

/** `foyer seller keys`: a seller's own keys for taking money, for who is asked about a buyer and for who logs them in, kept sealed and never shown again. */
export const sellerKeys: Command = {
  takes: "keys SLUG [--stripe|--loqate|--captcha|--apple-wallet|--google-wallet|--oidc|--jwt [--forget]]",
  says: [
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
  run: async (args, desk) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [verb, slug, ...others] = positionals;
    if (verb !== "keys" || slug === undefined || others.length > 0)
      throw new Error("foyer seller keys needs the slug of one seller.");
    const { forget, ...wished } = values;
    const kinds = Object.values(wished).filter(Boolean).length;
    if (kinds > 1) throw new Error("Name one kind of keys at a time.");
    if (forget && kinds === 0) throw new Error("--forget needs to know which keys: --stripe, --loqate, ….");
    const connections = await desk.open();
    const seller = await connections
      .acrossSellers()
      .selectFrom("seller")
      .select(["id", "slug", "configuration"])
      .where("slug", "=", slug)
      .executeTakeFirst();
    if (!seller) throw new Error(`There is no seller '${slug}'.`);
    const db = connections.of(seller.id);

    const named = kindsByFlag.find(([name]) => values[name])?.[1];
    if (named || values.captcha) {
      const provider = named ?? keyedCaptcha(seller);
      await changeProviderKeys(desk, db, seller, { provider, forget: values.forget });
      await showProviderKeys(desk, db, seller);
      return 0;
    }
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
    if (!values.stripe) await showProviderKeys(desk, db, seller);
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
