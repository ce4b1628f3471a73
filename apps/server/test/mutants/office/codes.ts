import type { Mutant } from "../mutant.ts";

const office = "apps/server/src/office/codes";
const codes = `${office}/codes.test.ts`;
const imports = `${office}/importCodes.test.ts`;
const vouchers = `${office}/vouchers.test.ts`;
const sqlOfCodes = "apps/server/src/modules/codes/codes.sql.ts";

/** Guards of promo codes in the back office. */
export const codeDeskMutants: readonly Mutant[] = [
  {
    name: "code_paused_in_carts",
    protects: "money",
    file: sqlOfCodes,
    changes: [{ from: "k.retired or k.paused_at is not null as retired", to: "k.retired" }],
    killedBy: { file: codes, test: "makes a code unknown on every server at once, and resuming restores it" },
  },
  {
    name: "code_paused_in_lookups",
    protects: "money",
    file: "apps/server/src/modules/codes/describeCode.sql.ts",
    changes: [{ from: " and k.paused_at is null`", to: "`" }],
    killedBy: { file: codes, test: "makes a code unknown on every server at once, and resuming restores it" },
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
    killedBy: { file: codes, test: "are refused if the pattern has too few, with the shortest sufficient length" },
  },
  {
    name: "code_pause_of_everything",
    protects: "money",
    file: `${office}/changeCodes.ts`,
    changes: [
      {
        from: '    throw invalidCode({}, "code_ids", "code_group_id");',
        to: "    ctx.audited.has('code.paused');",
      },
    ],
    killedBy: { file: codes, test: "of nothing chosen is refused" },
  },
  {
    name: "vouchers_by_their_ends",
    protects: "access",
    file: `${office}/readVouchers.ts`,
    changes: [{ from: "ending: voucherEnd(row.voucher),", to: "ending: row.voucher," }],
    killedBy: {
      file: vouchers,
      test: "are listed by order, without those that were given up, and by their ends alone",
    },
  },
  {
    name: "vouchers_given_up_are_free",
    protects: "money",
    file: `${office}/vouchers.sql.ts`,
    changes: [{ from: " and t.state in ('booked', 'redeemed') and", to: " and" }],
    killedBy: {
      file: vouchers,
      test: "are listed by order, without those that were given up, and by their ends alone",
    },
  },
  {
    name: "code_pause_by_state",
    protects: "money",
    file: `${office}/pauseCodes.sql.ts`,
    changes: [{ from: "($6::text is null or ${stateText} = $6::text)", to: "($6::text is null or true)" }],
    killedBy: { file: codes, test: "can be limited to codes in one state, of a group or of all" },
  },
  {
    name: "code_import_all_or_none",
    protects: "money",
    file: `${office}/importCodes.ts`,
    changes: [{ from: '    if (problems.length > 0) throw wrongLines(problems, "code");\n', to: "" }],
    killedBy: { file: imports, test: "wrong and double lines are named with their values, and nothing is made" },
  },
  {
    name: "code_import_once",
    protects: "money",
    file: `${office}/importCodes.ts`,
    changes: [{ from: "    if (known) return known;\n", to: "" }],
    killedBy: { file: imports, test: "it is one import, also at the same moment" },
  },
  {
    name: "code_import_of_another_person",
    protects: "access",
    file: `${office}/importCodes.ts`,
    changes: [{ from: "known.staff_id !== ctx.staff.id || !known.is_imported", to: "!known.is_imported" }],
    killedBy: { file: imports, test: "it is one import, also at the same moment" },
  },
  {
    name: "code_import_beside_another",
    protects: "money",
    file: `${office}/importCodes.ts`,
    changes: [{ from: "if (made.length < some.length)", to: "if (made.length > some.length)" }],
    killedBy: { file: imports, test: "with the same file, in another order, make every code exactly once" },
  },
  {
    name: "code_import_of_another_group",
    protects: "money",
    file: `${office}/importCodes.ts`,
    changes: [{ from: "else if (code.is_gift || code.code_group_id !== code_group_id)", to: "else if (code.is_gift)" }],
    killedBy: { file: imports, test: "a code of another group, or of a gift, is a wrong line" },
  },
  {
    name: "code_import_permission",
    protects: "access",
    file: "packages/contract/src/office/catalogue/codeImports.ts",
    changes: [
      {
        from: 'summary: "Import promo codes from a file",\n  can: "code.edit",',
        to: 'summary: "Import promo codes from a file",\n  can: "code.read",',
      },
    ],
    killedBy: { file: imports, test: "whoever may not make codes is refused, also the check" },
  },
  {
    name: "code_import_check_permission",
    protects: "access",
    file: "packages/contract/src/office/catalogue/codeImports.ts",
    changes: [
      {
        from: 'summary: "Check a file of promo codes before it is imported",\n  can: "code.edit",',
        to: 'summary: "Check a file of promo codes before it is imported",\n  can: "code.read",',
      },
    ],
    killedBy: { file: imports, test: "whoever may not make codes is refused, also the check" },
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
  {
    name: "gift_code_in_import",
    protects: "money",
    file: "apps/server/src/catalogue/diff/storedRules.sql.ts",
    changes: [{ from: 'eb("is_gift", "=", true)', to: 'eb("is_gift", "=", false)' }],
    killedBy: {
      file: "apps/server/src/catalogue/apply/rules.test.ts",
      test: "leaves a sold gift alone whose code the file has too",
    },
  },
  {
    name: "code_limited_during_import",
    protects: "money",
    file: "apps/server/src/catalogue/diff/planImport.ts",
    changes: [
      { from: "if (lock && sold?.hasCodeOfOffice === true)", to: "if (!lock && sold?.hasCodeOfOffice === true)" },
    ],
    killedBy: {
      file: "apps/server/src/catalogue/apply/rules.test.ts",
      test: "leaves a code alone whose limit staff set while an import leaves it out",
    },
  },
  {
    name: "open_gifts_left_out",
    protects: "money",
    file: "apps/server/src/catalogue/diff/planImport.ts",
    changes: [
      {
        from: "      ...(sold ? checkOpenGifts(prepared, changes, sold.openGifts) : []),\n",
        to: "",
      },
    ],
    killedBy: {
      file: "apps/server/src/catalogue/apply/rules.test.ts",
      test: "a group of codes neither leaves nor gets another key while a sold gift of it can be redeemed",
    },
  },
  {
    name: "paused_codes_undone",
    protects: "access",
    file: "apps/server/src/office/codes/pauseCodes.sql.ts",
    changes: [{ from: "k.paused_at = $7::timestamptz)", to: "true)" }],
    killedBy: {
      file: "apps/server/src/office/codes/codes.test.ts",
      test: "is undone only for the codes that it paused",
    },
  },
  {
    name: "code_limit_version",
    protects: "money",
    file: "apps/server/src/office/codes/changeCodes.ts",
    changes: [{ from: "if (code.version !== version)", to: "if (version === ``)" }],
    killedBy: {
      file: "apps/server/src/office/codes/limitCode.race.test.ts",
      test: "a limit is refused once a colleague has paused the code",
    },
  },
  {
    name: "code_limit_locked",
    protects: "money",
    file: "apps/server/src/office/codes/codes.sql.ts",
    changes: [{ from: "and not k.is_gift for update`", to: "and not k.is_gift`" }],
    killedBy: {
      file: "apps/server/src/office/codes/limitCode.race.test.ts",
      test: "of two limits that colleagues set at the same moment",
    },
  },
  {
    name: "pauses_in_the_history_of_each_group",
    protects: "access",
    file: "apps/server/src/office/codes/changeCodes.ts",
    changes: [
      { from: "const groups = byGroup.length > 0 ? byGroup :", to: "const groups = byGroup.length > 9 ? byGroup :" },
    ],
    killedBy: {
      file: "apps/server/src/office/codes/pauseCodes.test.ts",
      test: "codes of several groups that are paused and resumed together",
    },
  },
];
