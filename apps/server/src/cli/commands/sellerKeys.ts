import { parseArgs } from "node:util";
import { isLive, StripeKeys, stripeKeysProblems } from "../../providers/payments/stripe/stripeKeys.ts";
import { deleteStripeKeys, readStripeKeys, saveStripeKeys } from "../../providers/payments/stripe/stripeKeys.sql.ts";
import type { Database } from "../../db/connections.ts";
import type { Command, CommandContext } from "../command.ts";
import { parseKeyLines, maskKey } from "../keys/keyLines.ts";
import { changeProviderKeys, keyedCaptcha, showProviderKeys, type KeySeller } from "../keys/providerKeys.ts";

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

/** `foyer seller keys`: a seller's keys for payments, address lookup, captchas, wallet passes and logins. They are stored encrypted. */
export const sellerKeysCommand: Command = {
  usage: "keys SLUG [--stripe|--loqate|--captcha|--apple-wallet|--google-wallet|--oidc|--jwt [--forget]]",
  description: [
    "Shows which keys of providers a seller has",
    "--stripe    saves keys from the standard input, as lines of name=value: publishable_key, secret_key, and",
    "            optionally webhook_secret and payment_method_configuration",
    "--loqate    the same for address lookup: key, and optionally find_version and retrieve_version",
    "--captcha   the same for the captcha that the catalogue names: secret_key, and optionally hostname",
    "--apple-wallet   the same for passes: pass_type_id, team_id, signer_cert, signer_key, wwdr_cert (PEM, on several",
    "            lines), and optionally signer_key_passphrase",
    "--google-wallet  the same: issuer_id, client_email, private_key",
    "--oidc      the same for login with an OpenID provider: issuer, client_id, client_secret, and optionally",
    "            client_auth (post or basic) and scope (openid email profile)",
    "--jwt       the same for login with tokens that the seller's own system signs: issuer, algorithm, and public_key",
    "            (PEM) or, for HS256, secret",
    "--forget    deletes the keys",
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
    const seller = await findSeller(connections.acrossSellers(), slug);
    const db = connections.forSeller(seller.id);

    const named = providerByFlag.find(([name]) => values[name])?.[1];
    if (named || values.captcha) {
      await changeProviderKeys(context, db, seller, { provider: named ?? keyedCaptcha(seller), forget });
      await showProviderKeys(context, db, seller);
    } else if (forget) {
      const hadKeys = await deleteStripeKeys(db, seller.id);
      context.print(hadKeys ? `The keys of ${slug} for Stripe were deleted.` : `${slug} has no keys for Stripe.`);
    } else {
      if (values.stripe) await saveStripeKeysFromInput(context, db, seller);
      else await showProviderKeys(context, db, seller);
      await showStripeKeys(context, db, seller);
    }
    return 0;
  },
};

const findSeller = async (acrossSellers: Database, slug: string): Promise<KeySeller> => {
  const seller = await acrossSellers
    .selectFrom("seller")
    .select(["id", "slug", "configuration"])
    .where("slug", "=", slug)
    .executeTakeFirst();
  if (!seller) throw new Error(`There is no seller '${slug}'.`);
  return seller;
};

const saveStripeKeysFromInput = async (context: CommandContext, db: Database, { id }: KeySeller): Promise<void> => {
  const given = parseKeyLines(await context.readInput());
  const problems = stripeKeysProblems(given);
  if (problems.length > 0)
    throw new Error(["The keys are not valid:", ...problems.map((line) => `  ${line}`)].join("\n"));
  await saveStripeKeys(db, context.sealer(), id, StripeKeys.parse(given));
};

const showStripeKeys = async (
  { print, sealer }: CommandContext,
  db: Database,
  { id, slug, configuration }: KeySeller,
): Promise<void> => {
  const keys = await readStripeKeys(db, sealer(), id);
  if (!keys) return print(`${slug} has no keys for Stripe.`);
  print(`${slug} has ${isLive(keys) ? "live keys" : "test keys"} for Stripe.`);
  for (const name of ["publishable_key", "secret_key", "webhook_secret", "payment_method_configuration"] as const)
    print(`  ${name}\t${maskKey(keys[name])}`);
  if (configuration.gateway !== "stripe")
    print("They are not used until the seller's catalogue says 'gateway: stripe' in its configuration.");
};
