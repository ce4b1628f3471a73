import type { Mutant } from "../mutant.ts";

const comps = "apps/server/src/office/comps";

/** Guards of tickets that the staff give away. */
export const compMutants: readonly Mutant[] = [
  {
    name: "comp_limit",
    protects: "money",
    file: `${comps}/requireCompLimit.ts`,
    changes: [{ from: "if (exceedsCompLimit(limits, { before, tickets }))", to: "if (before + tickets < 0)" }],
    killedBy: {
      file: `${comps}/makeComp.test.ts`,
      test: "box office gives away a limited number of tickets a day, a manager any number",
    },
  },
  {
    name: "comp_limit_lock",
    protects: "money",
    file: `${comps}/requireCompLimit.ts`,
    changes: [{ from: "  await lockGrants(ctx, ctx.staff.id);\n", to: "" }],
    killedBy: {
      file: `${comps}/makeComp.race.test.ts`,
      test: "two simultaneous comps by one person do not exceed their daily limit",
    },
  },
  {
    name: "comp_of_admission_alone",
    protects: "money",
    file: `${comps}/makeComp.ts`,
    changes: [{ from: "!grantsAdmission(type) || isMembership(type)", to: "isMembership(type)" }],
    killedBy: { file: `${comps}/makeComp.test.ts`, test: "gift cards are not given away" },
  },
  {
    name: "comp_oversell_override",
    protects: "stock",
    file: `${comps}/makeComp.ts`,
    changes: [{ from: "if (oversells && !staff.can", to: "if (oversells && !staff.id && !staff.can" }],
    killedBy: {
      file: `${comps}/makeComp.test.ts`,
      test: "a full session is refused, unless staff with the permission to override give the tickets away",
    },
  },
  {
    name: "comp_preview_rolled_back",
    protects: "stock",
    file: "apps/server/src/office/comps/previewComp.ts",
    changes: [
      { from: "rolledBack(ctx, async (tx) =>", to: "transact(ctx, async (tx) =>" },
      {
        from: 'import { rolledBack } from "../../db/rolledBack.ts";',
        to: 'import { transact } from "../../db/transact.ts";',
      },
    ],
    killedBy: {
      file: "apps/server/src/office/comps/makeComp.test.ts",
      test: "is previewed as it is sent, and the preview holds, books and sends nothing",
    },
  },
];
