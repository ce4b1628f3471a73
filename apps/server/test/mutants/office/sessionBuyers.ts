import type { Mutant } from "../mutant.ts";

const folder = "apps/server/src/office/editing/buyers";
const tests = `${folder}/answerBuyers.test.ts`;
const races = `${folder}/answerBuyers.race.test.ts`;
const publishing = "apps/server/src/office/editing/applyDocument.ts";
const answers = `${folder}/answerBuyers.ts`;
const changed = "apps/server/src/catalogue/diff/changedSessions.ts";
const planning = "apps/server/src/catalogue/diff/planImport.ts";

const keeps = (what: string) => ({
  file: tests,
  test: `a session with buyers keeps, until somebody says whether to write to them, ${what}`,
});

/** Guards that protect buyers whose sessions a publishing changes. */
export const sessionBuyerMutants: readonly Mutant[] = [
  {
    name: "published_without_answer",
    protects: "access",
    file: publishing,
    changes: [{ from: "  if (answer) requireAnswer(described.buyers, answer);\n", to: "" }],
    killedBy: keeps("its start"),
  },
  {
    name: "sessions_changed_without_answer",
    protects: "access",
    file: answers,
    changes: [{ from: "if (orders > 0 && write_to_buyers === undefined)", to: "if (orders < 0)" }],
    killedBy: keeps("its start"),
  },
  {
    name: "answered_about_other_numbers",
    protects: "access",
    file: answers,
    changes: [{ from: "if (orders !== (expected?.orders ?? 0))", to: "if (orders < 0)" }],
    killedBy: keeps("its start"),
  },
  {
    name: "written_to_by_anybody",
    protects: "access",
    file: answers,
    changes: [{ from: "  requireStepUp(staff);\n", to: "" }],
    killedBy: {
      file: tests,
      test: "buyers of sessions that a publishing changes are written to only by whoever may write to many orders and has proved who they are",
    },
  },
  {
    name: "taken_out_unasked",
    protects: "access",
    file: changed,
    changes: [{ from: 'takenOut.has(before.id) ? (["taken_out"] as const) : []', to: "[]" }],
    killedBy: keeps("its place in the schedule"),
  },
  {
    name: "renamed_unasked",
    protects: "access",
    file: changed,
    changes: [{ from: "...(ofEvents.get(before.event_template_id) ?? []),", to: "" }],
    killedBy: keeps("the name of its venue"),
  },
  {
    name: "renamed_with_carts_unlocked",
    protects: "access",
    file: planning,
    changes: [
      {
        from: "const lockedCarts = stored && lock ? await lockCartsOfSessions(db, stored, told) : [];",
        to: "const lockedCarts = stored && lock ? await lockCartsOfSessions(db, stored, []) : [];",
      },
      {
        from: "{ ...moving, told, locked: lock ? lockedCarts : undefined }",
        to: "{ ...moving, told: [], locked: lock ? lockedCarts : undefined }",
      },
    ],
    killedBy: {
      file: races,
      test: "an order that is completed while its session gets another name is asked about",
    },
  },
  {
    name: "renamed_with_sessions_unlocked",
    protects: "access",
    file: planning,
    changes: [
      {
        from: "findSoldItems(db, stored.seller.id, draftChanges, { lock, sessions: told })",
        to: "findSoldItems(db, stored.seller.id, draftChanges, { lock, sessions: [] })",
      },
    ],
    killedBy: {
      file: races,
      test: "whoever buys while an event gets another name waits, and is confirmed the new one",
    },
  },
];
