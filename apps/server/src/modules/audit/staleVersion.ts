import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import type { AuditRecord } from "./audit.ts";
import { lastEntryOf } from "./audit.sql.ts";

type StaleVersion = Pick<ConstructorParameters<typeof Refused>[0], "context" | "description" | "extra">;

/**
 * The refusal of a change that was made from an older version of something: who changed it last (`changed_by`, null where
 * nobody of the staff did), when (`changed_at`), by what (`change`) and which fields (`changed_fields`). The audit log says.
 */
export const staleVersion = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  entity: AuditRecord["entity"],
  { extra, ...refusal }: StaleVersion,
): Promise<Refused> => {
  const last = await lastEntryOf(db, seller.id, entity);
  return new Refused({ ...refusal, code: "stale_version", extra: { ...extra, ...last } });
};
