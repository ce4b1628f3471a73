import type { Nothing } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing, type AuditRecord } from "../../modules/audit/audit.ts";
import {
  deleteStoredKeys,
  findStoredKeys,
  insertStoredKeys,
  openSealedKeys,
  replaceStoredKeys,
  sealKeys,
  type KeysOf,
  type StoredKeys,
  type StoredValues,
} from "../../providers/storedKeys.sql.ts";

/** The version of keys that are not there. */
export const noKeys = "none";

export const wrongKeys = (fields: readonly string[], description: string): Refused =>
  new Refused({ code: "validation_failed", context: "staff", description, extra: { fields } });

const staleKeys = (): Refused =>
  new Refused({
    code: "stale_version",
    context: "staff",
    description: "Somebody has changed these keys meanwhile. Look at what is stored now.",
  });

/** Logs that keys cannot be opened, and returns the refusal that says so. */
const unreadableKeys = (log: StaffContext["log"], { provider }: KeysOf): Refused => {
  log.error(
    { event: "keys_unreadable", gateway_id: provider },
    "stored keys cannot be opened: the installation's key is missing",
  );
  return new Refused({
    code: "unavailable",
    context: "staff",
    description:
      "The stored keys cannot be opened: this installation's own key (SECRETS_KEY) is missing or another one.",
  });
};

/** Opens stored keys; without the installation's key it says so, and reveals nothing. */
export const openKeys = async (
  { sealer, log }: Pick<StaffContext, "sealer" | "log">,
  of: KeysOf,
  { sealed }: StoredKeys,
): Promise<StoredValues> => {
  try {
    return await openSealedKeys(sealer, of, sealed);
  } catch {
    throw unreadableKeys(log, of);
  }
};

/** The stored keys, or a refusal where they are not those that the caller has seen. */
export const requireSeenKeys = async (
  { db }: Pick<StaffContext, "db">,
  of: KeysOf,
  version: string,
  { lock = false } = {},
): Promise<StoredKeys | undefined> => {
  const stored = await findStoredKeys(db, of, { lock });
  if ((stored?.version ?? noKeys) !== version) throw staleKeys();
  return stored;
};

type KeysChange = {
  /** The version that the caller has seen. */
  readonly version: string;
  /** Refuses what stands against the change, under the lock of the keys. */
  readonly check?: (ctx: StaffContext) => Promise<void>;
};

type KeysSaving = KeysChange & {
  readonly keys: object;
  /** What the audit log says of the saving. */
  readonly entry: (stored: StoredKeys | undefined) => Omit<AuditRecord, "action">;
};

/** Stores keys in one transaction with their entry of the audit log, if nobody has changed them since `version`. */
export const storeKeys = async (
  ctx: StaffContext,
  of: KeysOf,
  { version, check, keys, entry }: KeysSaving,
): Promise<Nothing> => {
  const sealed = await sealKeys(ctx.sealer, of, keys);
  return changing(ctx, async (ctx) => {
    const stored = await requireSeenKeys(ctx, of, version, { lock: true });
    await check?.(ctx);
    if (stored) await replaceStoredKeys(ctx.db, of, sealed);
    else if (!(await insertStoredKeys(ctx.db, of, sealed))) throw staleKeys();
    await audit(ctx, { action: "keys.saved", ...entry(stored) });
    return {};
  });
};

/** Deletes stored keys in one transaction with their entry of the audit log, if nobody has changed them since `version`. */
export const dropKeys = (
  ctx: StaffContext,
  of: KeysOf,
  { version, check, entity }: KeysChange & Pick<AuditRecord, "entity">,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    if (!(await requireSeenKeys(ctx, of, version, { lock: true }))) throw staleKeys();
    await check?.(ctx);
    await deleteStoredKeys(ctx.db, of);
    await audit(ctx, { action: "keys.deleted", entity });
    return {};
  });
