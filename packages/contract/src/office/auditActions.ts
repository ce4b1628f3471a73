/**
 * Everything that the audit log can say was done, with the sentence that follows the actor's name; `{thing}` is what it was
 * done to. `access` actions are about signing in and are kept for a year, changes for seven.
 */
export const auditActions = {
  "staff.signed_in": { kind: "access", sentence: "signed in" },
  "staff.sign_in_failed": { kind: "access", sentence: "failed to sign in" },
  "staff.signed_out": { kind: "access", sentence: "signed out" },
  "staff.stepped_up": { kind: "access", sentence: "confirmed who they are" },
  "staff.refused": { kind: "access", sentence: "was refused {thing}" },
  "staff.sign_in_ended": { kind: "access", sentence: "ended a sign-in of their own" },
  "staff.password_changed": { kind: "change", sentence: "changed their password" },
  "staff.password_link_sent": { kind: "access", sentence: "asked for a new password" },
  "staff.second_factor_set": { kind: "change", sentence: "set up a second factor" },
  "staff.second_factor_reset": { kind: "change", sentence: "reset the second factor of {thing}" },
  "staff.recovery_codes_made": { kind: "change", sentence: "made new recovery codes" },
  "staff.recovery_code_used": { kind: "access", sentence: "signed in with a recovery code" },
  "staff.invited": { kind: "change", sentence: "invited {thing}" },
  "staff.invitation_resent": { kind: "change", sentence: "sent the invitation of {thing} again" },
  "staff.invitation_withdrawn": { kind: "change", sentence: "withdrew the invitation of {thing}" },
  "staff.joined": { kind: "change", sentence: "accepted an invitation" },
  "staff.role_given": { kind: "change", sentence: "gave {thing} a role" },
  "staff.role_taken": { kind: "change", sentence: "took a role from {thing}" },
  "staff.suspended": { kind: "change", sentence: "suspended {thing}" },
  "staff.resumed": { kind: "change", sentence: "let {thing} in again" },
  "staff.removed": { kind: "change", sentence: "removed {thing}" },
  "device.created": { kind: "change", sentence: "made a pairing code for {thing}" },
  "device.pairing_renewed": { kind: "change", sentence: "made a new pairing code for {thing}" },
  "device.paired": { kind: "change", sentence: "was paired as {thing}" },
  "device.ended": { kind: "change", sentence: "ended {thing}" },
  "scan.conflict_resolved": { kind: "change", sentence: "looked at {thing}" },
  // The order desk.
  "order.note_added": { kind: "change", sentence: "wrote a note on {thing}" },
  "order.note_pinned": { kind: "change", sentence: "pinned or unpinned a note on {thing}" },
  "order.resent": { kind: "change", sentence: "sent {thing} again" },
  "order.corrected": { kind: "change", sentence: "corrected {thing}" },
  "order.codes_replaced": { kind: "change", sentence: "made new scan codes for {thing}" },
  "order.cancelled": { kind: "change", sentence: "cancelled tickets of {thing}" },
  "order.refunded": { kind: "change", sentence: "gave money of {thing} back" },
  "order.moved": { kind: "change", sentence: "moved tickets of {thing}" },

  "audit.downloaded": { kind: "change", sentence: "downloaded the audit log" },
} as const satisfies Readonly<Record<string, { readonly kind: "change" | "access"; readonly sentence: string }>>;

export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** Who did it. */
export const auditActors = ["staff", "command_line", "import", "device", "api_key", "buyer", "job"] as const;
export type AuditActor = (typeof auditActors)[number];

/** Through which channel it happened. */
export const auditChannels = ["office", "command_line", "import", "storefront", "device", "api", "job"] as const;
export type AuditChannel = (typeof auditChannels)[number];

/** What something was done to. */
export const auditEntities = ["staff", "invitation", "call", "audit_log", "device", "scan", "order"] as const;
export type AuditEntity = (typeof auditEntities)[number];
