/** The roles that staff can have at a seller. Several roles combine their permissions. */
export const staffRoles = ["owner", "manager", "box_office", "scanner", "finance", "reporter"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** O owner, M manager, B box office, S scanner, F finance, R reporter. */
const letters = {
  O: "owner",
  M: "manager",
  B: "box_office",
  S: "scanner",
  F: "finance",
  R: "reporter",
} as const satisfies Readonly<Record<string, StaffRole>>;

/**
 * The roles that have each permission. '!' means step-up: the second factor must have been shown within the last ten
 * minutes.
 */
const holders = {
  "board.read": "OMBFR",
  "catalogue.read": "OMBFR",
  "catalogue.edit": "OM",
  "catalogue.publish": "OM",
  "catalogue.import": "OM",
  "session.close": "OMB",
  "session.move": "OM",
  "order.read": "OMBF",
  "order.note": "OMBF",
  "order.resend": "OMB",
  "order.correct": "OMB",
  "order.exchange": "OMB",
  "order.cancel": "OMB",
  "order.refund": "OMBF",
  "order.refund_any": "OMF!",
  "order.comp": "OMB",
  "order.override": "OM",
  "scan.check_in": "OMBS",
  "scan.undo": "OMBS",
  "scan.admit_anyway": "OMB",
  "device.manage": "OM",
  "member.read": "OMB",
  "member.edit": "OMB",
  "member.merge": "OM",
  "member.cancel": "OM",
  "money.read": "OMF",
  "money.act": "OMF",
  "payout.read": "OF",
  "code.read": "OMBFR",
  "code.edit": "OM",
  "gift_card.read": "OMBF",
  "gift_card.issue": "OMF",
  "gift_card.adjust": "OF!",
  "report.sales": "OMFR",
  "report.attendance": "OMBFR",
  "report.money": "OF",
  "export.rows": "OMF",
  "brand.edit": "OM",
  "letter.edit": "OM",
  "keys.edit": "O!",
  "staff.read": "OM",
  "staff.edit": "O!",
  "staff.edit_below": "OM!",
  "audit.read": "OMF",
  "person.export": "OM!",
  "person.erase": "O!",
  "bulk.run": "OM!",
  "sale.make": "OMB",
  "till.use": "OMB",
  "till.read_all": "OMF",
  "hook.edit": "O!",
} as const satisfies Readonly<Record<string, string>>;

export type Permission = keyof typeof holders;
export const permissions = Object.keys(holders) as readonly Permission[];

/** Whether this permission needs step-up. */
export const needsStepUp = (permission: Permission): boolean => holders[permission].endsWith("!");

/** The permissions of each role. */
export const rolePermissions: Readonly<Record<StaffRole, readonly Permission[]>> = Object.fromEntries(
  Object.entries(letters).map(([letter, role]) => [role, permissions.filter((one) => holders[one].includes(letter))]),
) as unknown as Record<StaffRole, readonly Permission[]>;

/** All permissions of somebody with these roles. */
export const permissionsOf = (roles: readonly StaffRole[]): ReadonlySet<Permission> =>
  new Set(roles.flatMap((role) => rolePermissions[role]));

/** Roles that somebody with `staff.edit_below` can give and take away; the others need `staff.edit`. */
export const rolesBelow: readonly StaffRole[] = ["box_office", "scanner", "reporter"];

/**
 * Whether somebody with these permissions can give and take away a role. The role must not have a permission that they
 * lack.
 */
export const mayGive = (own: ReadonlySet<Permission>, role: StaffRole): boolean =>
  (own.has("staff.edit") || (own.has("staff.edit_below") && rolesBelow.includes(role))) &&
  rolePermissions[role].every((permission) => own.has(permission));

/** What the operator can do at a seller whose owner let them in: read only. */
export const visitPermissions: readonly Permission[] = [
  "board.read",
  "catalogue.read",
  "order.read",
  "member.read",
  "money.read",
  "payout.read",
  "code.read",
  "gift_card.read",
  "report.sales",
  "report.attendance",
  "report.money",
  "staff.read",
  "audit.read",
];

/** Minutes for which a proof of the second factor is valid. */
export const stepUpMinutes = 10;
