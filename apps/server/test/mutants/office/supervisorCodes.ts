import type { Mutant } from "../mutant.ts";

const supervisor = "apps/server/src/office/gate/supervisor";
const codes = `${supervisor}/supervisorCode.test.ts`;
const check = `${supervisor}/checkSupervisor.ts`;
const roles = "apps/server/src/office/staffing/changeRoles.ts";

/** Guards of supervisors' codes at the gate. */
export const supervisorCodeMutants: readonly Mutant[] = [
  {
    name: "supervisor_code_right",
    protects: "access",
    file: check,
    changes: [
      { from: "if (await verifyPassword(keyedCode(ctx, staff_id, code), stored.hash)) {", to: 'if (code !== "") {' },
    ],
    killedBy: {
      file: codes,
      test: "is not done with a wrong code, without one, or without a reason, and nothing is recorded",
    },
  },
  {
    name: "supervisor_code_waits",
    protects: "access",
    file: check,
    changes: [{ from: 'ctx.now.epochMilliseconds) !== "open")', to: 'ctx.now.epochMilliseconds) === "ended")' }],
    killedBy: { file: codes, test: "make everybody wait for fifteen minutes after five, also with the right code" },
  },
  {
    name: "supervisor_code_counted_once_each",
    protects: "access",
    file: "apps/server/src/modules/staff/gateCodes/gateCodes.sql.ts",
    changes: [{ from: "    .forUpdate()\n", to: "" }],
    killedBy: {
      file: `${supervisor}/supervisorCode.race.test.ts`,
      test: "two wrong codes at the same moment count as two: the second of them has to wait",
    },
  },
  {
    name: "supervisor_code_ends",
    protects: "access",
    file: check,
    changes: [{ from: '.has("scan.admit_anyway") && wrong < codeEndsAfter', to: '.has("scan.admit_anyway")' }],
    killedBy: {
      file: codes,
      test: "revoke the code after twenty, with an entry in the audit log, and a new code starts from zero",
    },
  },
  {
    name: "supervisor_code_of_who_may",
    protects: "access",
    file: roles,
    changes: [
      {
        from: 'if (!permissionsOf(after.roles).has("scan.admit_anyway")) await deleteGateCode(ctx, staff_id);',
        to: "",
      },
    ],
    killedBy: { file: codes, test: "ends for good for somebody who is no manager any more" },
  },
  {
    name: "supervisor_code_of_the_suspended",
    protects: "access",
    file: roles,
    changes: [
      {
        from: "await setSuspended(ctx, staff_id, true);\n    await deleteGateCode(ctx, staff_id);",
        to: "await setSuspended(ctx, staff_id, true);",
      },
    ],
    killedBy: { file: codes, test: "ends for good for somebody who is suspended" },
  },
  {
    name: "supervisor_code_offline_looked_at",
    protects: "access",
    file: "apps/server/src/office/gate/recordScans.ts",
    changes: [
      {
        from: 'const allowed_by = typeof allowed === "object" ? allowed.by : undefined;',
        to: "const allowed_by = parsed.data.supervisor?.staff_id;",
      },
    ],
    killedBy: { file: codes, test: "is recorded and listed for review if the code was wrong" },
  },
  {
    name: "supervisor_code_guessable",
    protects: "access",
    file: `${supervisor}/codeUseCases.ts`,
    changes: [{ from: "if (isGuessableCode(code)) throw", to: 'if (isGuessableCode(code) && code === "") throw' }],
    killedBy: { file: codes, test: "is not 123456" },
  },
];
