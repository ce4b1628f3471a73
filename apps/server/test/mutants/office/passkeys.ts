import type { Mutant } from "../mutant.ts";

const passkeys = "apps/server/src/modules/staff/passkeys.ts";
const statements = "apps/server/src/modules/staff/passkeys.sql.ts";
const useCases = "apps/server/src/office/signin/passkeyUseCases.ts";
const tests = "apps/server/src/office/signin/passkeys.test.ts";

export const passkeyMutants: readonly Mutant[] = [
  {
    name: "passkey_verifies_its_user",
    protects: "access",
    file: passkeys,
    changes: [{ from: "requireUserVerification: true", to: "requireUserVerification: false" }],
    killedBy: { file: tests, test: "signing in with a passkey refuses an answer whose user was not verified" },
  },
  {
    name: "passkey_origin",
    protects: "access",
    file: passkeys,
    changes: [{ from: "expectedOrigin: origin,", to: 'expectedOrigin: [origin, "https://evil.example"],' }],
    killedBy: { file: tests, test: "signing in with a passkey refuses an answer of another address" },
  },
  {
    name: "passkey_relying_party",
    protects: "access",
    file: passkeys,
    changes: [{ from: "expectedRPID: id,", to: 'expectedRPID: [id, "evil.example"],' }],
    killedBy: { file: tests, test: "signing in with a passkey refuses an answer for another host" },
  },
  {
    name: "passkey_challenge_once",
    protects: "access",
    file: statements,
    changes: [
      { from: "    delete from staff_challenge\n", to: "    select true as spent from staff_challenge\n" },
      { from: " returning true as spent`", to: "`" },
    ],
    killedBy: { file: tests, test: "signing in with a passkey takes each challenge once, right or wrong" },
  },
  {
    name: "passkey_challenge_of_its_purpose",
    protects: "access",
    file: statements,
    changes: [
      {
        from: "and purpose = ${purpose} and staff_id is not distinct from ${staff_id}::uuid",
        to: "and (purpose = ${purpose} or staff_id is distinct from ${staff_id}::uuid or true)",
      },
    ],
    killedBy: {
      file: tests,
      test: "signing in with a passkey refuses a challenge that is over or was made for something else",
    },
  },
  {
    name: "passkey_counter",
    protects: "access",
    file: statements,
    changes: [
      {
        from: " and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))",
        to: "",
      },
    ],
    killedBy: { file: tests, test: "signing in with a passkey refuses a copy of a key" },
  },
  {
    name: "passkey_signature",
    protects: "access",
    file: passkeys,
    changes: [
      {
        from: "  if (!result?.verified) return null;\n  return (await raise",
        to: "  if (!result) return null;\n  return (await raise",
      },
    ],
    killedBy: { file: tests, test: "signing in with a passkey refuses an answer that signed something else" },
  },
  {
    name: "passkey_of_its_owner",
    protects: "access",
    file: passkeys,
    changes: [
      {
        from: "if (!passkey || (asked.staff_id !== null && passkey.staff_id !== asked.staff_id)) return null;\n  const { userHandle, ...signed } = response;\n  if (userHandle",
        to: "if (!passkey) return null;\n  const { userHandle, ...signed } = response;\n  if (userHandle",
      },
    ],
    killedBy: {
      file: tests,
      test: "an account whose only second factor is a passkey shows it again for a sensitive change; another's key does not do",
    },
  },
  {
    name: "passkey_is_a_second_factor",
    protects: "access",
    file: "apps/server/src/office/signin/signInWithPassword.ts",
    changes: [{ from: "const hasFactor = totp || passkeys;", to: "const hasFactor = totp || (passkeys && false);" }],
    killedBy: {
      file: tests,
      test: "an account whose only second factor is a passkey is not opened by the password alone",
    },
  },
  {
    name: "passkey_is_not_the_last",
    protects: "access",
    file: useCases,
    changes: [{ from: "if (!totp && !passkeys) throw new Refused", to: "if (totp && !totp) throw new Refused" }],
    killedBy: { file: tests, test: "an account whose only second factor is a passkey keeps it" },
  },
  {
    name: "passkey_added_with_step_up",
    protects: "access",
    file: useCases,
    changes: [{ from: "if (!isFirst) requireStepUp(ctx.staff);", to: "" }],
    killedBy: { file: tests, test: "adding a passkey needs step-up where there is a second factor" },
  },
];
