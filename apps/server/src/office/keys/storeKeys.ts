import type { Nothing } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing, type AuditRecord } from "../../modules/audit/audit.ts";
import { staleVersion } from "../../modules/audit/staleVersion.ts";
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

/** The version if no keys are stored. */
export const noKeys = "none";

export const wrongKeys = (fields: readonly string[], description: string): Refused =>
  new Refused({ code: "validation_failed", context: "staff", description, extra: { fields } });

const staleKeys = (ctx: Pick<StaffContext, "db" | "seller">, entity: AuditRecord["entity"]): Promise<Refused> =>
  staleVersion(ctx, entity, {
    context: "staff",
    description: "Somebody has changed these keys in the meantime. Check what is stored now.",
  });

/** Logs that keys cannot be decrypted, and returns a refusal that says so. */
const unreadableKeys = (log: StaffContext["log"], { provider }: KeysOf): Refused => {
  log.error(
    { event: "keys_unreadable", gateway_id: provider },
    "stored keys cannot be opened: the installation's key is missing",
  );
  return new Refused({
    code: "unavailable",
    context: "staff",
    description:
      "The stored keys cannot be opened: this installation's own key (SECRETS_KEY) is missing or has changed.",
  });
};

/** Decrypts stored keys. Without the installation's key it throws a refusal that says so and reveals nothing. */
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

type SeenKeys = {
  /** The version that the caller has seen. */
  readonly version: string;
  /** The keys as the entity of an audit log entry. */
  readonly entity: AuditRecord["entity"];
};

/** The stored keys. Refuses if they are not those that the caller has seen. */
export const requireSeenKeys = async (
  ctx: Pick<StaffContext, "db" | "seller">,
  of: KeysOf,
  { version, entity, lock = false }: SeenKeys & { readonly lock?: boolean },
): Promise<StoredKeys | undefined> => {
  const stored = await findStoredKeys(ctx.db, of, { lock });
  if ((stored?.version ?? noKeys) !== version) throw await staleKeys(ctx, entity);
  return stored;
};

type KeysChange = SeenKeys & {
  /** Refuses the change if something prevents it; runs under the lock of the keys. */
  readonly check?: (ctx: StaffContext) => Promise<void>;
};

type KeysSaving = KeysChange & {
  readonly keys: object;
  /** The audit log entry for storing the keys. */
  readonly entry: (stored: StoredKeys | undefined) => Omit<AuditRecord, "action" | "entity">;
};

/** Stores keys and their audit log entry in one transaction, if nobody has changed them since `version`. */
export const storeKeys = async (
  ctx: StaffContext,
  of: KeysOf,
  { version, entity, check, keys, entry }: KeysSaving,
): Promise<Nothing> => {
  const sealed = await sealKeys(ctx.sealer, of, keys);
  return changing(ctx, async (ctx) => {
    const stored = await requireSeenKeys(ctx, of, { version, entity, lock: true });
    await check?.(ctx);
    if (stored) await replaceStoredKeys(ctx.db, of, sealed);
    else if (!(await insertStoredKeys(ctx.db, of, sealed))) throw await staleKeys(ctx, entity);
    await audit(ctx, { action: "keys.saved", entity, ...entry(stored) });
    return {};
  });
};

/** Deletes stored keys and writes the audit log entry in one transaction, if nobody has changed them since `version`. */
export const dropKeys = (ctx: StaffContext, of: KeysOf, { version, check, entity }: KeysChange): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    if (!(await requireSeenKeys(ctx, of, { version, entity, lock: true }))) throw await staleKeys(ctx, entity);
    await check?.(ctx);
    await deleteStoredKeys(ctx.db, of);
    await audit(ctx, { action: "keys.deleted", entity });
    return {};
  });
