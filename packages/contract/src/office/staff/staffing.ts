import * as z from "zod/mini";
import { Id, Instant } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { StaffEmail, StaffRoleName } from "./signIn.ts";
import { Nothing, staffEndpoint } from "./staffEndpoint.ts";

const ofStaff = z.strictObject({ staff_id: Id });
const ofInvitation = z.strictObject({ invitation_id: Id });

export const StaffRow = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  roles: z.array(StaffRoleName),
  is_suspended: z.boolean(),
  has_second_factor: z.boolean(),
  /** When they were last active anywhere; null if never, or longer ago than sign-ins are kept. */
  seen_at: z.nullable(Instant),
  /** Whether the reader can change this person: not themselves, and nobody with a role that the reader cannot give. */
  is_editable: z.boolean(),
});
export type StaffRow = z.infer<typeof StaffRow>;

export const InvitationRow = z.object({
  id: Id,
  email: z.string(),
  roles: z.array(StaffRoleName),
  sent_at: Instant,
  expires_at: Instant,
  is_over: z.boolean(),
  is_editable: z.boolean(),
});
export type InvitationRow = z.infer<typeof InvitationRow>;

export const staffPageSize = 50;

export const staffList = {
  name: "name",
  columns: {
    name: { label: "Name" },
    roles: { label: "Roles" },
    has_second_factor: { label: "Second factor" },
    seen_at: { label: "Last seen" },
  },
  sorts: { name: "ascending", seen_at: "descending" },
  usual: "name",
} as const satisfies ListShape;

/** The position of the last row of the previous page: the value sorted by, and the id. */
const Cursor = z.string().check(z.maxLength(300), z.regex(/_[\da-f-]{36}$/));

/** Sorted by name unless `sort` is set. The open invitations, at most 200, come only with the first page. */
export const listStaff = staffEndpoint({
  name: "listStaff",
  method: "GET",
  path: "/staff",
  summary: "List the staff of a seller and its open invitations",
  can: "staff.read",
  audits: null,
  query: z.strictObject({ sort: sortOf(staffList), after: z.optional(Cursor) }),
  reply: z.object({
    staff: z.array(StaffRow),
    next: z.nullable(z.string()),
    invitations: z.array(InvitationRow),
    /** The roles that the reader can give. */
    grantable: z.array(StaffRoleName),
  }),
});

/** The names of a seller's staff, to choose from: at most 1,000. */
export const listStaffNames = staffEndpoint({
  name: "listStaffNames",
  method: "GET",
  path: "/staff_names",
  summary: "List the names of the staff of a seller",
  can: "staff.read",
  audits: null,
  reply: z.object({ staff: z.array(z.object({ id: Id, name: z.string() })) }),
});

/**
 * E-mails an invitation link. An existing open invitation of the address gets these roles, and its old link stops working.
 */
export const inviteStaff = staffEndpoint({
  name: "inviteStaff",
  method: "POST",
  path: "/staff/invite",
  summary: "Invite somebody",
  can: "staff.edit_below",
  mergesRepeats: true,
  audits: "staff.invited",
  body: z.strictObject({
    email: StaffEmail,
    roles: z.array(StaffRoleName).check(z.minLength(1), z.maxLength(6)),
  }),
  reply: z.object({ id: Id }),
});

export const resendInvitation = staffEndpoint({
  name: "resendInvitation",
  method: "POST",
  path: "/staff/invitation/:invitation_id/resend",
  summary: "Send an invitation again; its older link stops working",
  can: "staff.edit_below",
  mergesRepeats: true,
  audits: "staff.invitation_resent",
  params: ofInvitation,
  reply: Nothing,
});

export const withdrawInvitation = staffEndpoint({
  name: "withdrawInvitation",
  method: "POST",
  path: "/staff/invitation/:invitation_id/withdraw",
  summary: "Withdraw an invitation",
  can: "staff.edit_below",
  audits: "staff.invitation_withdrawn",
  params: ofInvitation,
  reply: Nothing,
});

export const giveRole = staffEndpoint({
  name: "giveRole",
  method: "POST",
  path: "/staff/:staff_id/give_role",
  summary: "Give a role",
  can: "staff.edit_below",
  audits: "staff.role_given",
  params: ofStaff,
  body: z.strictObject({ role: StaffRoleName }),
  reply: Nothing,
});

export const takeRole = staffEndpoint({
  name: "takeRole",
  method: "POST",
  path: "/staff/:staff_id/take_role",
  summary: "Take a role away; who has no other is removed",
  can: "staff.edit_below",
  audits: "staff.role_taken",
  params: ofStaff,
  body: z.strictObject({ role: StaffRoleName }),
  reply: Nothing,
});

export const suspendStaff = staffEndpoint({
  name: "suspendStaff",
  method: "POST",
  path: "/staff/:staff_id/suspend",
  summary: "Suspend somebody until their access is restored",
  can: "staff.edit_below",
  audits: "staff.suspended",
  params: ofStaff,
  reply: Nothing,
});

export const resumeStaff = staffEndpoint({
  name: "resumeStaff",
  method: "POST",
  path: "/staff/:staff_id/resume",
  summary: "Let somebody in again",
  can: "staff.edit_below",
  audits: "staff.resumed",
  params: ofStaff,
  reply: Nothing,
});

export const removeStaff = staffEndpoint({
  name: "removeStaff",
  method: "POST",
  path: "/staff/:staff_id/remove",
  summary: "Take all roles away",
  can: "staff.edit_below",
  audits: "staff.removed",
  params: ofStaff,
  reply: Nothing,
});

/**
 * For somebody who has lost their second factor: they get an e-mail and set up a new one, and all their sign-ins end.
 * Refused with `access_denied` if they are an operator, or work at a seller of which the caller is not an owner: an
 * operator resets those.
 */
export const resetSecondFactor = staffEndpoint({
  name: "resetSecondFactor",
  method: "POST",
  path: "/staff/:staff_id/reset_second_factor",
  summary: "Reset somebody's second factor",
  can: "staff.edit",
  mergesRepeats: true,
  audits: "staff.second_factor_reset",
  params: ofStaff,
  reply: Nothing,
});
