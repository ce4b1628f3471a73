import type { Database } from "../../db/connections.ts";
import { transact } from "../../db/transact.ts";
import { writeEntry, type AuditRecord } from "../../modules/audit/audit.ts";
import { changedKeys } from "../../providers/keyEndings.ts";
import { deleteStoredKeys, saveStoredKeys, type KeysOf } from "../../providers/storedKeys.sql.ts";
import type { CommandContext } from "../command.ts";
import { commandScope } from "../commandScope.ts";

type Entity = AuditRecord["entity"];

/** Saves keys encrypted, replacing any earlier ones, with an entry in the seller's audit log. */
export const saveAuditedKeys = (
  { sealer }: Pick<CommandContext, "sealer">,
  db: Database,
  {
    of,
    keys,
    entity,
  }: { readonly of: KeysOf; readonly keys: Readonly<Record<string, string | undefined>>; readonly entity: Entity },
): Promise<void> =>
  transact({ db }, async ({ db }) => {
    await saveStoredKeys(db, sealer(), of, keys);
    await writeEntry(commandScope(db, of.seller_id), { action: "keys.saved", entity, after: changedKeys(keys) });
  });

/** Deletes keys, with an entry in the seller's audit log. Returns false if there were none. */
export const forgetAuditedKeys = (db: Database, of: KeysOf, entity: Entity): Promise<boolean> =>
  transact({ db }, async ({ db }) => {
    if (!(await deleteStoredKeys(db, of))) return false;
    await writeEntry(commandScope(db, of.seller_id), { action: "keys.deleted", entity });
    return true;
  });
