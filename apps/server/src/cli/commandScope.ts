import type { AuditScope } from "../modules/audit/audit.ts";

/** The command line as who writes to a seller's audit log. */
export const commandScope = (db: AuditScope["db"], seller_id: string): AuditScope => ({
  db,
  seller: { id: seller_id },
  actor: "command_line",
  via: "command_line",
  staff_id: null,
  roles: [],
  requestId: null,
});
