import type { Mutant } from "../mutant.ts";

const office = "apps/server/src/office/codes";
const codes = `${office}/codes.test.ts`;
const sqlOfCodes = "apps/server/src/modules/codes/codes.sql.ts";

/** Guards of promo codes in the back office. */
export const codeDeskMutants: readonly Mutant[] = [
  {
    name: "code_paused_in_carts",
    protects: "money",
    file: sqlOfCodes,
    changes: [{ from: "k.retired or k.paused_at is not null as retired", to: "k.retired" }],
    killedBy: { file: codes, test: "makes a code unknown on every server at once, and starting brings it back" },
  },
  {
    name: "code_paused_in_lookups",
    protects: "money",
    file: "apps/server/src/modules/codes/describeCode.sql.ts",
    changes: [{ from: " and k.paused_at is null`", to: "`" }],
    killedBy: { file: codes, test: "makes a code unknown on every server at once, and starting brings it back" },
  },
  {
    name: "code_limit_below_use",
    protects: "money",
    file: `${office}/changeCodes.ts`,
    changes: [{ from: "if (max_uses !== null && max_uses < code.used)", to: "if (max_uses !== null && max_uses < 0)" }],
    killedBy: { file: codes, test: "is raised, and lowered to no less than what is used" },
  },
  {
    name: "code_pattern_guessable",
    protects: "money",
    file: "packages/rules/src/pricing/codePattern.ts",
    changes: [{ from: "if (length < needed)", to: "if (length < 1)" }],
    killedBy: { file: codes, test: "with too few possible ones are refused with the length that would do" },
  },
  {
    name: "code_pause_of_everything",
    protects: "money",
    file: `${office}/changeCodes.ts`,
    changes: [
      {
        from: 'if (code_ids === undefined && code_group_id === undefined) throw invalidCode({}, "code_ids", "code_group_id");',
        to: "",
      },
    ],
    killedBy: { file: codes, test: "of nothing chosen is refused" },
  },
  {
    name: "code_upload_all_or_nothing",
    protects: "money",
    file: `${office}/uploadCodes.ts`,
    changes: [{ from: "if (wrong.length > 0) throw refuse(wrong);", to: "" }],
    killedBy: { file: codes, test: "names wrong and double rows by line, and makes nothing" },
  },
  {
    name: "code_batch_locked",
    protects: "stock",
    file: "apps/server/src/modules/codes/batches/codeBatches.sql.ts",
    changes: [{ from: " limit 1 for update skip locked`", to: " limit 1`" }],
    killedBy: { file: codes, test: "made by two servers at once are made once" },
  },
  {
    name: "code_of_office_in_import",
    protects: "money",
    file: "apps/server/src/catalogue/diff/storedRules.sql.ts",
    changes: [
      {
        from: '    .where("is_gift", "=", false)\n    .where("by_office", "=", false)',
        to: '    .where("is_gift", "=", false)',
      },
    ],
    killedBy: {
      file: "apps/server/src/catalogue/apply/rules.test.ts",
      test: "leaves codes alone that staff have made or changed, also where the file has the same text",
    },
  },
];
