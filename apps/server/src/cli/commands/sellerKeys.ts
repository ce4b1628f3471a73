import { parseArgs } from "node:util";
import { keyNames } from "../../providers/payments/gatewayKeys.ts";
import { keyedGateways } from "../../providers/payments/gatewayRegistry.ts";
import type { Database } from "../../db/connections.ts";
import type { Command } from "../command.ts";
import { changeGatewayKeys, showGatewayKeys } from "../keys/changeGatewayKeys.ts";
import { changeProviderKeys, keyedCaptcha, showProviderKeys, type KeySeller } from "../keys/providerKeys.ts";

const booleanFlag = { type: "boolean", default: false } as const;
const gatewayFlags: Readonly<Record<string, typeof booleanFlag>> = Object.fromEntries(
  keyedGateways.map(({ gateway_id }) => [gateway_id, booleanFlag]),
);
const options = {
  loqate: booleanFlag,
  captcha: booleanFlag,
  "apple-wallet": booleanFlag,
  "google-wallet": booleanFlag,
  oidc: booleanFlag,
  jwt: booleanFlag,
  forget: booleanFlag,
};
const gatewayUsage = keyedGateways.map(({ gateway_id }) => `--${gateway_id}`).join("|");

/** The line of the help text about one gateway's keys. */
const describeGateway = ({ gateway_id, keys }: (typeof keyedGateways)[number]): string => {
  const { required, optional } = keyNames(keys);
  const optionally = optional.length > 0 ? `, and\n            optionally ${optional.join(" and ")}` : "";
  return `${`--${gateway_id}`.padEnd(12)}saves keys from the standard input, as lines of name=value: ${required.join(", ")}${optionally}`;
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
  usage: `keys SLUG [${gatewayUsage}|--loqate|--captcha|--apple-wallet|--google-wallet|--oidc|--jwt [--forget]]`,
  description: [
    "Shows which keys of providers a seller has",
    ...keyedGateways.map(describeGateway),
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
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, ...gatewayFlags },
      allowPositionals: true,
    });
    const [action, slug, ...others] = positionals;
    if (action !== "keys" || slug === undefined || others.length > 0)
      throw new Error("foyer seller keys needs the slug of one seller.");
    const { forget, ...selected } = values;
    const kinds = Object.values(selected).filter(Boolean).length;
    if (kinds > 1) throw new Error("Give one kind of keys at a time.");
    if (forget && kinds === 0) throw new Error(`--forget needs a kind of keys: ${gatewayUsage}|--loqate, ….`);
    const connections = await context.openConnections();
    const seller = await findSeller(connections.acrossSellers(), slug);
    const db = connections.forSeller(seller.id);

    const named = providerByFlag.find(([name]) => values[name])?.[1];
    if (named || values.captcha) {
      await changeProviderKeys(context, db, seller, { provider: named ?? keyedCaptcha(seller), forget });
      await showProviderKeys(context, db, seller);
    } else {
      const gateway = keyedGateways.find(({ gateway_id }) =>
        Object.entries(selected).some(([flag, isSet]) => isSet && flag === gateway_id),
      );
      if (gateway) await changeGatewayKeys(context, db, seller, { ...gateway, forget });
      else await showProviderKeys(context, db, seller);
      if (!forget) await showGatewayKeys(context, db, seller, gateway ? [gateway] : keyedGateways);
    }
    return 0;
  },
};

const findSeller = async (acrossSellers: Database, slug: string): Promise<KeySeller> => {
  const seller = await acrossSellers
    .selectFrom("seller")
    .select(["id", "slug", "configuration"])
    .where("slug", "=", slug)
    .where("preview_of", "is", null)
    .executeTakeFirst();
  if (!seller) throw new Error(`There is no seller '${slug}'.`);
  return seller;
};
