import type { Mutant } from "../mutant.ts";

const keyset = "apps/server/src/db/keyset.ts";
const sortedLists = "apps/server/src/office/lists/sortedLists.test.ts";

const orderConditions = "apps/server/src/office/desk/list/orderConditions.sql.ts";
const ordersOfReports = "apps/server/src/office/desk/list/ordersOfReports.test.ts";

/** Guards of lists whose pages neither repeat nor hide a row. */
export const listMutants: readonly Mutant[] = [
  {
    name: "keyset_ids_of_ties",
    protects: "access",
    file: keyset,
    changes: [
      {
        from: "(${sql.join(keys.map(({ key }) => key))})",
        to: "(${sql.join(keys.slice(0, 1).map(({ key }) => key))})",
      },
      { from: "(${sql.join(values)})", to: "(${sql.join(values.slice(0, 1))})" },
    ],
    killedBy: { file: sortedLists, test: "giftCards by balance: each row once" },
  },
  {
    name: "keyset_includes_no_last_row",
    protects: "access",
    file: keyset,
    changes: [{ from: 'beyond: ">" } as const', to: 'beyond: ">=" } as const' }],
    killedBy: { file: sortedLists, test: "codes by used: each row once" },
  },
  {
    name: "keyset_direction",
    protects: "access",
    file: keyset,
    changes: [{ from: 'beyond: "<" } as const', to: 'beyond: ">" } as const' }],
    killedBy: { file: sortedLists, test: "orders by -total: each row once" },
  },
  {
    name: "keyset_cursor_of_its_order",
    protects: "access",
    file: keyset,
    changes: [{ from: 'fits(parts[nth] ?? "\\0")', to: 'fits(parts[nth] ?? "\\0") || true' }],
    killedBy: { file: sortedLists, test: "giftCards ?" },
  },
  {
    name: "orders_paid_by_these_alone",
    protects: "money",
    file: orderConditions,
    changes: [
      { from: "<> all(${gateways}::text[])", to: "<> all(${gateways}::text[]) and false" },
      { from: "= ${gatewayText(paid_by)}`,", to: "like '%' || ${gatewayText(paid_by)} || '%'`," },
    ],
    killedBy: { file: ordersOfReports, test: "by means are those that were paid by exactly these" },
  },
  {
    name: "orders_of_split_payments",
    protects: "money",
    file: orderConditions,
    changes: [{ from: 'hasCaptures = means !== undefined && means !== "free"', to: "hasCaptures = false" }],
    killedBy: { file: ordersOfReports, test: "of money by means are those whose money it moved" },
  },
  {
    name: "orders_given_away_are_sold",
    protects: "access",
    file: orderConditions,
    changes: [{ from: "g.staff_id = ${staff}::uuid and", to: "g.staff_id is null and" }],
    killedBy: { file: ordersOfReports, test: "by staff are those that the person sold or gave away" },
  },
  {
    name: "journal_lines_direction",
    protects: "access",
    file: "apps/server/src/office/money/journal.sql.ts",
    changes: [{ from: "${beyond} (${last})", to: "> (${last})" }],
    killedBy: {
      file: "apps/server/src/office/lists/turnedLists.test.ts",
      test: "journalLines by -amount: each row once",
    },
  },
  {
    name: "view_version",
    protects: "access",
    file: "apps/server/src/office/views/viewUseCases.ts",
    changes: [{ from: "if (view.version !== version)", to: "if (version === ``)" }],
    killedBy: {
      file: "apps/server/src/office/views/views.race.test.ts",
      test: "a view of everybody that a colleague has renamed is not deleted",
    },
  },
  {
    name: "view_locked",
    protects: "access",
    file: "apps/server/src/office/views/savedViews.sql.ts",
    changes: [{ from: "    .forUpdate()\n", to: "" }],
    killedBy: {
      file: "apps/server/src/office/views/views.race.test.ts",
      test: "a view of everybody that two colleagues rename at the same moment",
    },
  },
  {
    name: "report_choice_version",
    protects: "access",
    file: "apps/server/src/office/views/keptReports.ts",
    changes: [{ from: "if (choiceVersion(before) !== version)", to: "if (version === ``)" }],
    killedBy: {
      file: "apps/server/src/office/views/views.race.test.ts",
      test: "what a reader chooses on two screens at the same moment",
    },
  },
];
