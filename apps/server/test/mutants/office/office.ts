import type { Mutant } from "../mutant.ts";

const mount = "apps/server/src/http/staff/mountStaff.ts";
const matrix = "apps/server/src/office/accessMatrix.test.ts";
const staffing = "apps/server/src/office/staffing/staffing.test.ts";
const signIn = "apps/server/src/office/signin/signIn.test.ts";
const audit = "apps/server/src/modules/audit/audit.test.ts";

export const officeMutants: readonly Mutant[] = [
  {
    name: "staff_grant_of_seller",
    protects: "tenancy",
    file: mount,
    changes: [{ from: "if (!seller || (staff.roles.length === 0 && !isVisitor))", to: "if (!seller)" }],
    killedBy: { file: matrix, test: "GET /staff without a sign-in, without a role, of another seller, suspended" },
  },
  {
    name: "staff_permission",
    protects: "access",
    file: mount,
    changes: [
      {
        from: 'if (isReadOnly || !staff.can(endpoint.can === "gate" ? "scan.check_in" : (endpoint.can as Permission)))',
        to: "if (isReadOnly)",
      },
    ],
    killedBy: { file: matrix, test: "GET /staff as B of OM" },
  },
  {
    name: "second_factor_of_others",
    protects: "access",
    file: "apps/server/src/office/staffing/changeRoles.ts",
    changes: [{ from: "      await requireResettable(ctx, account);\n", to: "" }],
    killedBy: {
      file: "apps/server/src/office/staffing/resetSecondFactor.test.ts",
      test: "cannot be reset by an owner of only one of their sellers",
    },
  },
  {
    name: "staff_step_up",
    protects: "access",
    file: mount,
    changes: [{ from: "if (!staff.is_proved) throw", to: "if (staff.is_proved === undefined) throw" }],
    killedBy: { file: matrix, test: "POST /staff/invite needs step-up" },
  },
  {
    name: "staff_suspended",
    protects: "access",
    file: "apps/server/src/modules/staff/signIns.sql.ts",
    changes: [{ from: " and g.suspended_at is null", to: "" }],
    killedBy: { file: staffing, test: "suspending somebody keeps them out of this seller alone" },
  },
  {
    name: "staff_origin",
    protects: "access",
    file: "apps/server/src/http/csrfGuard.ts",
    changes: [
      { from: '  return isApi(route) || route.startsWith("/cached_api/")', to: "  return isApi(route)" },
      { from: "if (isOfficeApi(route)) return officeHeader.value;", to: "if (isOfficeApi(route)) return undefined;" },
    ],
    killedBy: { file: matrix, test: "a write from elsewhere without the application's header is refused" },
  },
  {
    name: "staff_other_methods",
    protects: "access",
    file: "apps/server/src/http/staff/refuseOtherCalls.ts",
    changes: [{ from: '      throw new Refused({ code: "method_not_allowed", context: "staff" });\n', to: "" }],
    killedBy: { file: matrix, test: "a write from elsewhere PUT is no method of the audit log" },
  },
  {
    name: "staff_audit_written",
    protects: "access",
    file: "apps/server/src/modules/audit/audit.ts",
    changes: [{ from: "if (audits === null || !written.has(audits))", to: "if (audits === undefined)" }],
    killedBy: { file: audit, test: "a change whose transaction wrote no entry is rolled back and is a bug" },
  },
  {
    name: "staff_last_owner",
    protects: "access",
    file: "apps/server/src/office/staffing/changeRoles.ts",
    changes: [{ from: "if (owners.length === 1 && owners[0] === staff_id)", to: "if (owners.length === 0)" }],
    killedBy: { file: staffing, test: "the last owner can be neither removed, suspended nor lowered" },
  },
  {
    name: "staff_owners_locked",
    protects: "access",
    file: "apps/server/src/modules/staff/grants.sql.ts",
    changes: [
      {
        from: '    .where("suspended_at", "is", null)\n    .orderBy("staff_id")\n    .forUpdate()',
        to: '    .where("suspended_at", "is", null)\n    .orderBy("staff_id")',
      },
    ],
    killedBy: { file: staffing, test: "the last owner stays when two owners remove each other at the same time" },
  },
  {
    name: "staff_invitation_replaced_by_lower",
    protects: "access",
    file: "apps/server/src/office/staffing/inviteUseCases.ts",
    changes: [{ from: "    if (open) requireGrantable(ctx, open.roles);\n", to: "" }],
    killedBy: {
      file: staffing,
      test: "an invitation to a role that a manager may not give is not the manager's to replace by another one",
    },
  },
  {
    name: "staff_invitation_of_removed",
    protects: "access",
    file: "apps/server/src/office/signin/invitationUseCases.ts",
    changes: [{ from: "  if (!(await isStillInvited(ctx.db, invitation))) throw over();\n", to: "" }],
    killedBy: { file: staffing, test: "an invitation is over once whoever sent it may not give its roles any more" },
  },
  {
    name: "staff_invitation_of_suspended",
    protects: "access",
    file: "apps/server/src/office/signin/invitationUseCases.ts",
    changes: [{ from: "if (held.some(({ suspended_at }) => suspended_at !== null)) throw over();", to: "" }],
    killedBy: { file: staffing, test: "an invitation lets nobody in who is suspended there" },
  },
  {
    name: "staff_sign_in_of_nobody",
    protects: "access",
    file: "apps/server/src/modules/staff/signIns.ts",
    changes: [{ from: "if (needs_touch && isUse)", to: "if (needs_touch)" }],
    killedBy: {
      file: signIn,
      test: "a sign-in is kept by what somebody does, and not by what a screen asks by itself",
    },
  },
  {
    name: "staff_role_beyond_own",
    protects: "access",
    file: "apps/server/src/office/staffing/staffRights.ts",
    changes: [{ from: "if (!roles.every((role) => grantable.has(role))) throw denied();", to: "" }],
    killedBy: { file: staffing, test: "a role owner cannot be given, removed or offered by a manager" },
  },
  {
    name: "staff_invitation_once",
    protects: "access",
    file: "apps/server/src/modules/staff/invitations.sql.ts",
    changes: [
      {
        from: "const isOpen = sql<boolean>`accepted_at is null and ",
        to: "const isOpen = sql<boolean>`",
      },
    ],
    killedBy: { file: staffing, test: "an invitation makes an account with its role, and signs in" },
  },
  {
    name: "staff_code_spent",
    protects: "access",
    file: "apps/server/src/modules/staff/factors.sql.ts",
    changes: [{ from: '    .where("last_step", "<", step)\n', to: "" }],
    killedBy: {
      file: signIn,
      test: "signing in asks for a code where there is a second factor, and takes each code once",
    },
  },
  {
    name: "staff_attempts_of_account",
    protects: "access",
    file: "apps/server/src/modules/staff/staffAttempts.ts",
    changes: [{ from: "ofAccount.used > limits.account", to: "ofAccount.used < 0" }],
    killedBy: { file: signIn, test: "signing in refuses the sixth wrong attempt for an account" },
  },
  {
    name: "staff_demo_in_production",
    protects: "access",
    file: "apps/server/src/office/signin/signInWithPassword.ts",
    changes: [{ from: "found?.is_demo === true && ctx.production", to: "found?.is_demo === true && !ctx.production" }],
    killedBy: { file: "apps/server/src/office/production.test.ts", test: "in production a demo account is none" },
  },
  {
    name: "staff_second_factor_in_production",
    protects: "access",
    file: mount,
    changes: [
      { from: "production && needsFactor && !staff.has_second_factor", to: "production && !needsFactor && false" },
    ],
    killedBy: {
      file: "apps/server/src/office/production.test.ts",
      test: "in production nobody reaches anything without a second factor",
    },
  },
  {
    name: "office_on_its_own_host",
    protects: "access",
    file: "apps/server/src/http/hosts/installOfficeHost.ts",
    changes: [{ from: "if (isElsewhere) throw", to: "if (host === undefined) throw" }],
    killedBy: {
      file: "apps/server/src/office/production.test.ts",
      test: "with an address of its own the back office answers there",
    },
  },
  {
    name: "test_email_limit",
    protects: "access",
    file: "apps/server/src/modules/staff/staffAttempts.ts",
    changes: [{ from: '  await count(ctx, "test_email", staff_id, testEmailLimits);\n', to: "" }],
    killedBy: {
      file: "apps/server/src/office/emails/sampleEmails.test.ts",
      test: "is sent at most ten times in an hour",
    },
  },
  {
    name: "country_of_trusted_proxy",
    protects: "access",
    file: "apps/server/src/http/limits/countryOf.ts",
    changes: [{ from: "|| ips.length < 2", to: "" }],
    killedBy: {
      file: "apps/server/src/office/signin/country.test.ts",
      test: "the country of a sign-in is not believed from a stranger who reaches the server beside the proxy",
    },
  },
  {
    name: "audit_addresses_of_staff",
    protects: "access",
    file: "apps/server/src/office/audit/readAudit.ts",
    changes: [
      {
        from: 'isAboutStaff(entry) && !staff.can("staff.read")',
        to: 'isAboutStaff(entry) && !staff.can("audit.read")',
      },
    ],
    killedBy: {
      file: "apps/server/src/office/audit/staffNames.test.ts",
      test: "an address of staff in an entry is read by those who may read staff alone, on the page and in the file",
    },
  },
];
