import { keyedServices, type KeyedService } from "@foyer/contract/office/money/serviceKeys.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../db/connections.ts";
import { isSecretKey, loginMethodsOf, serviceKeysProblems, serviceLabels } from "../../providers/serviceKeys.ts";
import { readStoredKeys, serviceKeysOf } from "../../providers/storedKeys.sql.ts";
import type { CommandContext } from "../command.ts";
import { forgetAuditedKeys, saveAuditedKeys } from "./auditedKeys.ts";
import { parseKeyLines, maskKey } from "./keyLines.ts";

export type KeySeller = { readonly id: string; readonly slug: string; readonly configuration: Configuration };

/** The provider that `--captcha` means: the captcha that the seller's catalogue names. */
export const keyedCaptcha = ({ slug, configuration }: KeySeller): KeyedService => {
  const provider = configuration.captcha?.provider;
  if (provider === undefined)
    throw new Error(`The catalogue of ${slug} sets no captcha (configuration.captcha.provider).`);
  if (provider === "altcha") throw new Error(`${slug} uses the built-in captcha, which needs no key.`);
  return provider;
};

/** Saves encrypted keys from standard input, or deletes them. */
export const changeProviderKeys = async (
  context: CommandContext,
  db: Database,
  seller: KeySeller,
  { provider, forget }: { readonly provider: KeyedService; readonly forget: boolean },
): Promise<void> => {
  const entity = { kind: "service_keys", id: provider } as const;
  if (forget) {
    const hadKeys = await forgetAuditedKeys(db, serviceKeysOf(seller.id, provider), entity);
    context.print(
      hadKeys
        ? `The keys of ${seller.slug} for ${serviceLabels[provider]} were deleted.`
        : `${seller.slug} has no keys for ${serviceLabels[provider]}.`,
    );
    return;
  }
  const given = parseKeyLines(await context.readInput());
  const problems = serviceKeysProblems(provider, given);
  if (problems.length > 0)
    throw new Error(["The keys are not valid:", ...problems.map((line) => `  ${line}`)].join("\n"));
  await saveAuditedKeys(context, db, { of: serviceKeysOf(seller.id, provider), keys: given, entity });
};

/** Keys for a login method take effect only if the catalogue chooses that method. */
const unusedReason = (provider: KeyedService, { configuration }: KeySeller): string | undefined => {
  const methods = loginMethodsOf(provider);
  if (!methods || methods.includes(configuration.authentication ?? "password")) return undefined;
  return `They are not used until the seller's catalogue says 'authentication: ${methods.join("' or '")}' in its configuration.`;
};

/** Prints which keys are saved, with secrets masked. */
export const showProviderKeys = async (context: CommandContext, db: Database, seller: KeySeller): Promise<void> => {
  for (const provider of keyedServices) {
    const keys = await readStoredKeys(db, context.sealer(), serviceKeysOf(seller.id, provider));
    if (!keys) continue;
    context.print(`${seller.slug} has keys for ${serviceLabels[provider]}.`);
    for (const [name, value] of Object.entries(keys))
      context.print(`  ${name}\t${isSecretKey(name) ? maskKey(value) : value.includes("\n") ? "saved" : value}`);
    const unused = unusedReason(provider, seller);
    if (unused !== undefined) context.print(unused);
  }
};
