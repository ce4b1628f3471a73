import type { AuditScope } from "../modules/audit/audit.ts";

/** The audit log scope of a seller for changes made by the command line. */
export const commandScope = (db: AuditScope["db"], seller_id: string): AuditScope => ({
  db,
  seller: { id: seller_id },
  actor: "command_line",
  via: "command_line",
  staff_id: null,
  roles: [],
  requestId: null,
});
