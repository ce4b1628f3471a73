import type { Mutant } from "./mutant.ts";

const issue = "apps/server/src/modules/membership/issue";
const tests = "apps/server/src/modules/cart/members/changedMember.test.ts";

/** What keeps an allowance from being used twice when another term follows. */
export const memberUseMutants: readonly Mutant[] = [
  {
    name: "changed_level_counts_the_pool",
    protects: "money",
    file: `${issue}/moveUses.sql.ts`,
    changes: [{ from: "coalesce(y.member_event_ticket_type, y.name) as name", to: "u.allowance as name" }],
    killedBy: {
      file: tests,
      test: "a level that staff change while its holder has a cart counts held tickets that used the pool",
    },
  },
  {
    name: "changed_level_counts_visits_ahead",
    protects: "money",
    file: `${issue}/issueLevelChange.ts`,
    changes: [{ from: '  await countInNextTerm(ctx, issued, "current_term");\n', to: "" }],
    killedBy: {
      file: tests,
      test: "a level that staff change while its holder has a cart leaves held tickets their price, and counts them",
    },
  },
  {
    name: "renewal_counts_visits_after_the_term",
    protects: "money",
    file: `${issue}/issueMemberships.ts`,
    changes: [{ from: '  await countInNextTerm(ctx, memberships, "no_term");\n', to: "" }],
    killedBy: { file: tests, test: "visits after the current term count in the next one once it is renewed" },
  },
  {
    name: "renewed_term_covers_its_visits",
    protects: "access",
    file: `${issue}/moveUses.sql.ts`,
    changes: [{ from: "false as counts_on_renewal", to: "u.counts_on_renewal" }],
    killedBy: {
      file: tests,
      test: "visits after the current term that are held in one tab are checked out after the membership is renewed",
    },
  },
];
