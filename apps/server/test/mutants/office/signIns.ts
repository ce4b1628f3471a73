import type { Mutant } from "../mutant.ts";

const signIns = "apps/server/src/modules/staff/signIns.sql.ts";
const places = "apps/server/src/office/signin/signInPlaces.test.ts";
const sale = "apps/server/src/office/sale";
const unused = "a sign-in that nobody uses";

/** Guards of sign-ins at tills and at paired devices. */
export const signInMutants: readonly Mutant[] = [
  {
    name: "sign_out_of_an_ended_sign_in",
    protects: "access",
    file: "apps/server/src/office/signin/readAccountPage.ts",
    changes: [
      {
        from: "(!(await endSignInOf(ctx.db, ctx.staff.id, ctx.staff.sign_in_id)))",
        to: "(!(await endSignInOf(ctx.db, ctx.staff.id, ctx.staff.sign_in_id)) && !ctx.staff.id)",
      },
    ],
    killedBy: { file: "apps/server/src/office/signin/signOut.test.ts", test: "signing out twice at the same moment" },
  },
  {
    name: "recovery_code_of_a_step_up_is_told",
    protects: "access",
    file: "apps/server/src/office/signin/factorUseCases.ts",
    changes: [{ from: 'if (factor === "recovery_code") await', to: 'if (factor === "totp") await' }],
    killedBy: {
      file: "apps/server/src/office/signin/signIn.test.ts",
      test: "notifies its owner of a recovery code that confirms a change, and records it",
    },
  },
  {
    name: "invitation_of_oneself",
    protects: "access",
    file: "apps/server/src/office/staffing/inviteUseCases.ts",
    changes: [{ from: "  requireOtherAddress(ctx, email);\n  return", to: "  return" }],
    killedBy: {
      file: "apps/server/src/office/staffing/staffing.test.ts",
      test: "of one's own cannot be changed by an invitation to one's own address",
    },
  },
  {
    name: "invitation_of_oneself_sent_again",
    protects: "access",
    file: "apps/server/src/office/staffing/inviteUseCases.ts",
    changes: [{ from: "    requireOtherAddress(ctx, email);\n", to: "" }],
    killedBy: {
      file: "apps/server/src/office/staffing/staffing.test.ts",
      test: "of one's own cannot be changed by an invitation to one's own address",
    },
  },
  {
    name: "refusal_of_a_use_case_is_recorded",
    protects: "access",
    file: "apps/server/src/http/staff/recordingRefusals.ts",
    changes: [{ from: "if (isDenied && isSignedIn(ctx))", to: "if (isDenied && !isSignedIn(ctx))" }],
    killedBy: {
      file: "apps/server/src/office/audit/refusals.test.ts",
      test: "where it depends on what the call asks for, once a minute",
    },
  },
  {
    name: "refusal_of_a_call_of_the_operator_is_recorded",
    protects: "access",
    file: "apps/server/src/http/staff/mountStaff.ts",
    changes: [
      {
        from: "await refuse(account, deps.recordRefusal);",
        to: 'throw new Refused({ code: "access_denied", context: "staff" });',
      },
    ],
    killedBy: {
      file: "apps/server/src/office/audit/refusals.test.ts",
      test: "of each seller where they work, for a call of the operator",
    },
  },
  {
    name: "sign_in_ends_by_its_place",
    protects: "access",
    file: signIns,
    changes: [{ from: "make_interval(mins => ${idleMinutes})", to: "make_interval(mins => ${defaultIdleMinutes})" }],
    killedBy: { file: places, test: `${unused} ends at a till after 15 minutes` },
  },
  {
    name: "sign_in_ends_by_the_shorter_time",
    protects: "access",
    file: signIns,
    changes: [{ from: "coalesce(least(", to: "coalesce(greatest(" }],
    killedBy: { file: places, test: `${unused} ends at both after the shorter time` },
  },
  {
    name: "sign_in_at_a_till_that_is_left",
    protects: "access",
    file: `${sale}/tills/requireTill.ts`,
    changes: [{ from: "const till = await lockTill(ctx, ctx.staff.id);", to: "const till = { id };" }],
    killedBy: { file: places, test: `${unused} is not at a till that is closed while its person looks at it` },
  },
  {
    name: "sign_in_at_a_till_once_more",
    protects: "access",
    file: "apps/server/src/modules/staff/signIns.ts",
    changes: [{ from: "browser, country, ...till }", to: "browser, country, ...noTill }" }],
    killedBy: {
      file: places,
      test: `${unused} is at a till where somebody signs in again, and a colleague where a till is open`,
    },
  },
  {
    name: "sign_in_at_a_device",
    protects: "access",
    file: "apps/server/src/http/staff/mountStaff.ts",
    changes: [{ from: "device?.over_since === null && found", to: "device?.over_since === undefined && found" }],
    killedBy: { file: places, test: `${unused} ends at a paired device after 30 minutes` },
  },
  {
    name: "screen_of_somebody_else",
    protects: "access",
    file: "apps/server/src/http/staff/mountStaff.ts",
    changes: [{ from: "!found || isOfAnother(request, found)", to: "!found" }],
    killedBy: {
      file: "apps/server/src/office/signin/signIn.test.ts",
      test: "a sign-in refuses a screen of somebody else, who was signed in before in the same browser",
    },
  },
  {
    name: "notice_without_a_role",
    protects: "access",
    file: "apps/server/src/modules/staff/notices/accountMailer.ts",
    changes: [{ from: "return oldest && {", to: "return oldest && origin === `` && {" }],
    killedBy: {
      file: "apps/server/src/office/signin/accountNotices.test.ts",
      test: "an account without a role is told of a new browser",
    },
  },
  {
    name: "installation_notice_not_listed",
    protects: "access",
    file: "apps/server/src/office/money/money.sql.ts",
    changes: [{ from: " and kind <> '${installationNoticeKind}'\n     order by", to: "\n     order by" }],
    killedBy: {
      file: "apps/server/src/office/signin/accountNotices.test.ts",
      test: "an account without a role is not named to the staff of any seller",
    },
  },
  {
    name: "installation_notice_not_sent_elsewhere",
    protects: "access",
    file: "apps/server/src/office/money/money.sql.ts",
    changes: [{ from: "\n       and kind <> '${installationNoticeKind}'`;", to: "`;" }],
    killedBy: {
      file: "apps/server/src/office/signin/accountNotices.test.ts",
      test: "an account without a role is not named to the staff of any seller",
    },
  },
];
