import * as z from "zod/mini";
import { Day, Id, Instant, JsonObject } from "../../basics.ts";
import { auditActionNames, auditActors, auditEntities, auditChannels } from "./auditActions.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "./staffEndpoint.ts";

/**
 * The rules that staff can override, with their names. A rule of an order's policy has the name that its refusal has. A
 * newer policy can have others.
 */
export const overriddenRules: Readonly<Record<string, string>> = {
  waive_fee: "No fee kept",
  keep_all: "Nothing given back",
  oversells: "More than there are places",
  waives_difference: "Difference waived",
  lengthened: "Membership lengthened",
  redeemed: "Ticket was used",
  past: "The session had begun",
  past_horizon: "After the policy’s deadline",
  sold_out: "No session left to move to",
  not_changeable: "Not changeable by the policy",
};

/** Days in the seller's time zone, both included. `text` is searched for in the reason. */
export const auditFilters = {
  from: z.optional(Day),
  to: z.optional(Day),
  staff_id: z.optional(Id),
  action: z.optional(z.enum(auditActionNames)),
  entity_kind: z.optional(z.enum(auditEntities)),
  entity_id: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** What staff did beyond a rule; `any` for every rule. */
  rule: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
};

export const AuditRow = z.object({
  id: Id,
  at: Instant,
  actor: z.enum(auditActors),
  /** The staff member who did it. */
  staff: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The roles in which they acted. */
  roles: z.array(z.string()),
  via: z.enum(auditChannels),
  action: z.enum(auditActionNames),
  entity_kind: z.string(),
  entity_id: z.string(),
  /** The name of the thing that was acted on. */
  entity_name: z.nullable(z.string()),
  /** For a thing without a screen of its own: the thing on whose screen it is shown, as the order of an e-mail. */
  shown_by: z.nullable(z.object({ kind: z.enum(auditEntities), id: z.string() })),
  before: JsonObject,
  after: JsonObject,
  reason: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** The position of the last row of the previous page: its time and id. */
const Cursor = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z_[0-9a-f-]{36}$/));
export const auditPageSize = 50;

/** Each entry is shown as a sentence: the list has no columns. */
export const auditList = {
  name: "at",
  columns: { at: { label: "When" } },
  sorts: { at: "descending" },
  usual: "-at",
} as const satisfies ListShape;

/** Sorted by newest unless `sort` is set. */
export const listAudit = staffEndpoint({
  name: "listAudit",
  method: "GET",
  path: "/audit",
  summary: "List the audit log",
  can: "audit.read",
  audits: null,
  query: z.strictObject({ ...auditFilters, sort: sortOf(auditList), after: z.optional(Cursor) }),
  reply: z.object({ entries: z.array(AuditRow), next: z.nullable(z.string()) }),
});

/** UTF-8, comma-separated, with a header. Both days are required. */
export const downloadAudit = staffEndpoint({
  name: "downloadAudit",
  method: "GET",
  path: "/audit.csv",
  summary: "Download the audit log as CSV",
  can: "audit.read",
  audits: "audit.downloaded",
  query: z.strictObject({ ...auditFilters, from: Day, to: Day, sort: sortOf(auditList) }),
  reply: z.unknown(),
  raw: true,
});
