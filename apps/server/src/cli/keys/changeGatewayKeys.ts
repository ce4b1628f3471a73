import type { Database } from "../../db/connections.ts";
import { gatewayKeysProblems } from "../../providers/payments/gatewayKeys.ts";
import type { KeyedGateway } from "../../providers/payments/gatewayRegistry.ts";
import { paymentKeysOf, readStoredKeys } from "../../providers/storedKeys.sql.ts";
import type { CommandContext } from "../command.ts";
import { maskKey, parseKeyLines } from "./keyLines.ts";
import { forgetAuditedKeys, saveAuditedKeys } from "./auditedKeys.ts";
import type { KeySeller } from "./providerKeys.ts";

/** Saves a seller's encrypted keys for a payment provider from standard input, or deletes them. */
export const changeGatewayKeys = async (
  context: CommandContext,
  db: Database,
  { id: seller_id, slug }: KeySeller,
  { gateway_id, keys, forget }: KeyedGateway & { readonly forget: boolean },
): Promise<void> => {
  const entity = { kind: "payment_keys", id: gateway_id } as const;
  if (forget) {
    const hadKeys = await forgetAuditedKeys(db, paymentKeysOf(seller_id, gateway_id), entity);
    return context.print(
      hadKeys ? `The keys of ${slug} for ${keys.label} were deleted.` : `${slug} has no keys for ${keys.label}.`,
    );
  }
  const given = parseKeyLines(await context.readInput());
  const problems = gatewayKeysProblems(keys, given);
  if (problems.length > 0)
    throw new Error(["The keys are not valid:", ...problems.map((line) => `  ${line}`)].join("\n"));
  await saveAuditedKeys(context, db, {
    of: paymentKeysOf(seller_id, gateway_id),
    keys: keys.format.parse(given),
    entity,
  });
};

/** Prints which keys are saved, masked. */
export const showGatewayKeys = async (
  { print, sealer }: CommandContext,
  db: Database,
  { id: seller_id, slug, configuration }: KeySeller,
  gateways: readonly KeyedGateway[],
): Promise<void> => {
  for (const { gateway_id, keys } of gateways) {
    const saved = await readStoredKeys(db, sealer(), paymentKeysOf(seller_id, gateway_id));
    if (!saved) {
      print(`${slug} has no keys for ${keys.label}.`);
      continue;
    }
    print(`${slug} has ${keys.isLive(saved) ? "live keys" : "test keys"} for ${keys.label}.`);
    for (const name of Object.keys(keys.format.shape)) print(`  ${name}\t${maskKey(saved[name])}`);
    if (configuration.gateway !== gateway_id)
      print(`They are not used until the seller's catalogue says 'gateway: ${gateway_id}' in its configuration.`);
  }
};
