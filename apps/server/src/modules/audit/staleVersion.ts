import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import type { AuditRecord } from "./audit.ts";
import { lastEntryOf } from "./audit.sql.ts";

export { changedFields, lastEntryOf } from "./audit.sql.ts";

type StaleVersion = Pick<ConstructorParameters<typeof Refused>[0], "context" | "description" | "extra">;

/**
 * The refusal of a change based on an older version of something: who changed it last (`changed_by`, null if not a staff
 * member), when (`changed_at`), by which action (`change`) and which fields (`changed_fields`), according to the audit
 * log.
 */
export const staleVersion = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  entity: AuditRecord["entity"],
  { extra, ...refusal }: StaleVersion,
): Promise<Refused> => {
  const last = await lastEntryOf(db, seller.id, entity);
  return new Refused({ ...refusal, code: "stale_version", extra: { ...extra, ...last } });
};
