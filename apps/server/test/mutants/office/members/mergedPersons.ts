import type { Mutant } from "../../mutant.ts";

const merge = "apps/server/src/office/members/merge";
const tests = `${merge}/mergePersons.test.ts`;
const races = `${merge}/mergePersons.race.test.ts`;

/** Guards of merging two persons. */
export const mergedPersonMutants: readonly Mutant[] = [
  {
    name: "merge_over_sellers",
    protects: "tenancy",
    file: `${merge}/comparePersons.ts`,
    changes: [{ from: "if (!other) throw notFoundHere();", to: "if (!other) throw membershipNotFound();" }],
    killedBy: { file: tests, test: "somebody of another seller, whose account stays as it is" },
  },
  {
    name: "merge_permission",
    protects: "access",
    file: "packages/contract/src/office/members/mergePersons.ts",
    changes: [
      {
        from: '  summary: "Merge two persons",\n  can: "member.merge",',
        to: '  summary: "Merge two persons",\n  can: "member.edit",',
      },
    ],
    killedBy: { file: tests, test: "anybody without the permission" },
  },
  {
    name: "merge_two_passwords",
    protects: "access",
    file: "packages/rules/src/membership/party/mergePersons.ts",
    changes: [{ from: '  if (one.has_password && other.has_password) return { problem: "two_passwords" };\n', to: "" }],
    killedBy: { file: tests, test: "two accounts with passwords, and says what to do instead" },
  },
  {
    name: "merge_nothing_lost",
    protects: "money",
    file: `${merge}/mergedColumns.ts`,
    changes: [
      {
        from: '  "saved_payment_method.identity_id": { moves: true, key: "x.id::text" },',
        to: '  "saved_payment_method.identity_id": { moves: false, why: "" },',
      },
    ],
    killedBy: { file: tests, test: "keeps the saved card of a renewal with it" },
  },
  {
    name: "merge_version",
    protects: "money",
    file: `${merge}/mergePersons.ts`,
    changes: [
      {
        from: "if (facts?.version === sent.version && samePeople(now, pair)) return facts;",
        to: "if (facts) return facts;",
      },
    ],
    killedBy: { file: tests, test: "a comparison that has changed since" },
  },
  {
    name: "merge_locks_identities",
    protects: "access",
    file: `${merge}/movePerson.sql.ts`,
    changes: [{ from: "order by id for ${strength}`", to: "order by id`" }],
    killedBy: { file: races, test: "of two merges in opposite directions at the same moment one is made" },
  },
  {
    name: "merge_waits_for_payments",
    protects: "money",
    file: `${merge}/mergePersons.ts`,
    changes: [{ from: "if (is_paying || (await hasClaimedRenewal", to: "if ((await isBeingRenewed" }],
    killedBy: { file: races, test: "that is being paid refuses the merge, and nothing is lost" },
  },
  {
    name: "merge_waits_for_renewals",
    protects: "money",
    file: `${merge}/movePerson.sql.ts`,
    changes: [{ from: "a.claimed_until > app_now()", to: "false" }],
    killedBy: { file: races, test: "that is charged refuses the merge, at renewal_step_decided" },
  },
  {
    name: "merge_ends_logins",
    protects: "access",
    file: `${merge}/movePerson.sql.ts`,
    changes: [
      {
        from: "and (identity_id = any($2::uuid[]) or member_identity_id = any($2::uuid[]))`,",
        to: "and false and identity_id = any($2::uuid[])`,",
      },
    ],
    killedBy: { file: tests, test: "ends every login of the merged person, and leaves those of the kept one" },
  },
  {
    name: "merge_login_meanwhile",
    protects: "access",
    file: "apps/server/src/modules/account/login/completeLogin.ts",
    changes: [
      {
        from: "    await transact(ctx, async (ctx) => {\n      if (!(await lockUser(ctx, user.id))) throw notAuthorized();\n",
        to: "    await transact(ctx, async (ctx) => {\n",
      },
    ],
    killedBy: {
      file: races,
      test: "a login by the number of a merged person's card at the same moment opens no session",
    },
  },
  {
    name: "merge_account_of_address",
    protects: "access",
    file: "apps/server/src/modules/identity/users/ensureUsers.sql.ts",
    changes: [{ from: "     order by i.id for key share of i`", to: "     order by i.id`" }],
    killedBy: { file: races, test: "a card for the merged address meanwhile is in an account that can log in" },
  },
  {
    name: "merge_erased_by_either_address",
    protects: "access",
    file: "apps/server/src/cli/person/personScope.sql.ts",
    changes: [
      {
        from: "select id from named union select identity_id from merged_identity where seller_id = $1 and kept_identity_id in (select id from named)",
        to: "select id from named",
      },
    ],
    killedBy: {
      file: tests,
      test: "the person is exported and erased by either address, and nothing names them any more",
    },
  },
  {
    name: "merge_finds_other_spellings",
    protects: "access",
    file: "apps/server/src/office/members/accounts/accounts.sql.ts",
    changes: [
      {
        from: "i.${column} collate any_spelling >= b.beginning and i.${column} collate any_spelling < b.beyond",
        to: 'i.${column} collate "C" >= b.beginning and i.${column} collate "C" < b.beyond',
      },
    ],
    killedBy: {
      file: `${merge}/mergePersons.test.ts`,
      test: "somebody with an account who has bought nothing is found without its accents",
    },
  },
];
