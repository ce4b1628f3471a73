import type { Mutant } from "../mutant.ts";

const editing = "apps/server/src/office/editing";
const race = `${editing}/publish.race.test.ts`;
const publish = `${editing}/publish.test.ts`;
const drafts = `${editing}/drafts.test.ts`;

export const publishingMutants: readonly Mutant[] = [
  {
    name: "clock_has_to_be_chosen",
    protects: "stock",
    file: `${editing}/publishUseCases.ts`,
    changes: [
      {
        from: "await applyDocument(ctx, document, { note, edited: chapters, answer })",
        to: "await applyDocument(ctx, document, { note, answer })",
      },
    ],
    killedBy: {
      file: `${editing}/clockChoice.test.ts`,
      test: "a draft whose start the clocks skip or show twice is wrong until it says what is meant",
    },
  },
  {
    name: "draft_from_the_revision_that_was_read",
    protects: "money",
    file: `${editing}/draftUseCases.ts`,
    changes: [
      {
        from: "number === undefined || number === newest.number ? newest :",
        to: "number === undefined || number <= newest.number ? newest :",
      },
    ],
    killedBy: {
      file: drafts,
      test: "a draft that is begun from a screen opened before somebody else published keeps what was published since",
    },
  },
  {
    name: "key_of_a_removed_event",
    protects: "money",
    file: `${editing}/keys/storedChapters.sql.ts`,
    changes: [
      {
        from: "as chapter from event_template where seller_id = ${seller_id}::uuid",
        to: "as chapter from event_template where seller_id = ${seller_id}::uuid and not retired",
      },
    ],
    killedBy: {
      file: `${editing}/keys/takenKeys.test.ts`,
      test: "an event with the name of one that was sold and removed is another event",
    },
  },
  {
    name: "key_of_a_removed_code_group",
    protects: "money",
    file: `${editing}/keys/storedChapters.sql.ts`,
    changes: [
      {
        from: "    union all select 'code_group/' || key from code_group where seller_id = ${seller_id}::uuid`",
        to: "    union all select 'code_group/' || key from code_group where seller_id = ${seller_id}::uuid and not retired`",
      },
    ],
    killedBy: {
      file: `${editing}/keys/takenKeys.test.ts`,
      test: "a group of codes that was used and removed keeps its key for itself",
    },
  },
  {
    name: "html_that_would_run",
    protects: "access",
    file: "apps/server/src/catalogue/validate/findWarnings.ts",
    changes: [{ from: "{ isWrongInDrafts: true }", to: "{}" }],
    killedBy: {
      file: `${editing}/brand.test.ts`,
      test: "terms with HTML that would run are refused at their field",
    },
  },
  {
    name: "new_days_once",
    protects: "stock",
    file: "apps/server/src/catalogue/apply/applyNewDays.ts",
    changes: [
      {
        from: "if (!(await noteAppliedToday(db, seller.id))) return false;",
        to: "await noteAppliedToday(db, seller.id);",
      },
    ],
    killedBy: {
      file: "apps/server/src/jobs/moveCatalogueDays.test.ts",
      test: "on a new day, one of two servers moves relative days on, once and without a revision",
    },
  },
  {
    name: "new_days_of_right_catalogues",
    protects: "stock",
    file: "apps/server/src/catalogue/apply/applyNewDays.ts",
    changes: [
      {
        from: "if (!source || problems.length > 0) return undefined;",
        to: "if (!source) return undefined;\n  problems.length = 0;",
      },
    ],
    killedBy: {
      file: "apps/server/src/jobs/moveCatalogueDays.test.ts",
      test: "a catalogue that has become invalid is logged once and left unchanged, and the others move on",
    },
  },
  {
    name: "new_days_failure_mended",
    protects: "stock",
    file: "apps/server/src/catalogue/revisions/recordRevision.ts",
    changes: [{ from: "await noteDayFailure(db, seller_id, null);", to: "" }],
    killedBy: {
      file: "apps/server/src/jobs/moveCatalogueDays.test.ts",
      test: "the board shows the errors to those who can fix them, until the catalogue is published again",
    },
  },
  {
    name: "publish_takes_its_turn",
    protects: "stock",
    file: `${editing}/publishing.ts`,
    changes: [{ from: "await lockImport(db, seller.slug);", to: "" }],
    killedBy: {
      file: race,
      test: "one of two people who publish at the same moment succeeds, and the other is told and loses nothing",
    },
  },
  {
    name: "import_takes_its_turn",
    protects: "stock",
    file: "apps/server/src/catalogue/apply/importCatalogue.ts",
    changes: [{ from: "await lockImport(tx, catalogue.seller.slug);", to: "" }],
    killedBy: {
      file: race,
      test: "an import that meets a publishing waits for it, and is refused where it knows an older revision",
    },
  },
  {
    name: "publish_locks_capacity",
    protects: "stock",
    file: "apps/server/src/catalogue/diff/findSoldItems.sql.ts",
    changes: [
      {
        from: "order by id ${lock ? sql`for update` : sql``}`.execute(\n      db,",
        to: "order by id`.execute(\n      db,",
      },
    ],
    killedBy: { file: race, test: "a hold that meets a lower capacity waits, and finds what is left" },
  },
  {
    name: "publish_locks_code_limits",
    protects: "stock",
    file: "apps/server/src/catalogue/diff/findSoldItems.sql.ts",
    changes: [{ from: "const locking = lock ?", to: "const locking = !lock ?" }],
    killedBy: {
      file: race,
      test: "a code that meets a lower limit of its group waits, and finds what is left",
    },
  },
  {
    name: "publish_locks_drafts",
    protects: "stock",
    file: `${editing}/drafts.sql.ts`,
    changes: [{ from: "order by chapter for update`", to: "order by chapter`" }],
    killedBy: {
      file: race,
      test: "a draft that is saved while it is published is refused, and what was typed is not half published",
    },
  },
  {
    name: "publish_of_the_planned_revision",
    protects: "stock",
    file: `${editing}/publishing.ts`,
    changes: [{ from: "if (base.number === known) return;", to: "if (base.number >= known) return;" }],
    killedBy: {
      file: publish,
      test: "publishing is refused where a draft or the newest revision is another one than the plan was about",
    },
  },
  {
    name: "publish_of_the_planned_draft",
    protects: "stock",
    file: `${editing}/publishUseCases.ts`,
    changes: [
      { from: "if ((await lockDrafts(ctx, chosen)) < chosen.length)", to: "if ((await lockDrafts(ctx, chosen)) < 0)" },
    ],
    killedBy: {
      file: publish,
      test: "publishing is refused where a draft or the newest revision is another one than the plan was about",
    },
  },
  {
    name: "publish_asks_about_conflicts",
    protects: "stock",
    file: `${editing}/publishUseCases.ts`,
    changes: [{ from: "if (conflicts.length > 0) throw", to: "if (conflicts.length < 0) throw" }],
    killedBy: {
      file: publish,
      test: "a chapter that was published by somebody else since its draft began is refused without a choice where both changed the same field, and published with one",
    },
  },
  {
    name: "publish_keeps_promises",
    protects: "stock",
    file: `${editing}/applyDocument.ts`,
    changes: [{ from: "  if (broken)\n", to: "  if (broken && brokenPromises.length < 0)\n" }],
    killedBy: { file: publish, test: "publishing refuses a capacity below what is sold or held, with the number" },
  },
  {
    name: "publish_keeps_code_limits",
    protects: "stock",
    file: "apps/server/src/catalogue/diff/checkSoldItems.ts",
    changes: [{ from: "max_uses < 0 || used <= max_uses ||", to: "max_uses < 0 || used >= 0 ||" }],
    killedBy: {
      file: publish,
      test: "publishing refuses a limit of codes below what is used, of a group and of a code, and takes any other",
    },
  },
  {
    name: "publish_without_errors",
    protects: "stock",
    file: `${editing}/checkDocument.ts`,
    changes: [{ from: "if (!prepared || problems.length > 0)", to: "if (!prepared)" }],
    killedBy: { file: publish, test: "publishing is all or nothing: one wrong chapter keeps the other back" },
  },
  {
    name: "publish_of_its_seller",
    protects: "tenancy",
    file: `${editing}/checkDocument.ts`,
    changes: [{ from: "return own?.slug === slug ? []", to: "return own?.slug !== undefined ? []" }],
    killedBy: { file: drafts, test: "a draft cannot change the seller's address" },
  },
  {
    name: "draft_version",
    protects: "stock",
    file: `${editing}/drafts.sql.ts`,
    changes: [
      {
        from: '.where("chapter", "=", draft.chapter)\n    .where("version", "=", version)',
        to: '.where("chapter", "=", draft.chapter)',
      },
    ],
    killedBy: { file: drafts, test: "a draft is refused with who saved it when somebody else did meanwhile" },
  },
  {
    name: "key_of_something_new",
    protects: "money",
    file: "apps/backoffice/src/features/catalogue/fields/freshKey.ts",
    changes: [{ from: "crypto.randomUUID().slice(0, 8)", to: "1" }],
    killedBy: {
      file: "apps/backoffice/src/features/catalogue/fields/freshKey.test.ts",
      test: "the key of something new is that of nothing else",
    },
  },
  {
    name: "day_of_a_year_with_five_digits",
    protects: "stock",
    file: "packages/rules/src/schedule/relativeDates.ts",
    changes: [{ from: "day.year >= 0 && day.year <= 9999 ?", to: "day.year >= 0 ?" }],
    killedBy: {
      file: "packages/rules/src/schedule/expandSchedules.test.ts",
      test: "the relative day 'today+9000y'",
    },
  },
];
