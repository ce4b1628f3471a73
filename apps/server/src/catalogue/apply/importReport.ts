import type { RowChanges } from "../diff/compareRows.ts";
import type { ImportPlan } from "../diff/planImport.ts";
import { isEmptyPlan } from "../diff/planImport.ts";
import { formatProblem, type Problem } from "../format/problems.ts";

type ChangeKind = "added" | "changed" | "retired" | "removed";
export type ReportLine = {
  readonly change: ChangeKind;
  readonly noun: string;
  readonly count: number;
  /** The names of the first ones. */
  readonly names: readonly string[];
};

/** What an import changed for one seller, or would change. */
export type ImportReport = {
  readonly slug: string;
  readonly name: string;
  readonly seller: ImportPlan["seller"]["is"];
  readonly lines: readonly ReportLine[];
  /** The number of sessions that have begun, which an import does not write. */
  readonly pastSessions: number;
  /** Things that are probably mistakes. */
  readonly warnings: readonly Problem[];
  readonly isUnchanged: boolean;
};

const maxNames = 8;

export const importReport = (plan: ImportPlan): ImportReport => {
  const { seller, names, prepared } = plan;
  const lines: ReportLine[] = [];
  const addLines = <Row>(
    nouns: [one: string, many: string],
    changes: RowChanges<Row>,
    nameOf: (row: Row) => string,
  ) => {
    for (const change of ["added", "changed", "retired", "removed"] as const) {
      const rows = changes[change];
      const first = [...new Set(rows.slice(0, 200).map(nameOf))].slice(0, maxNames);
      if (rows.length > 0)
        lines.push({ change, noun: nouns[rows.length === 1 ? 0 : 1], count: rows.length, names: first });
    }
  };
  const nameOf = (id: string) => names.get(id) ?? "";
  addLines(["image", "images"], imageChanges(plan.images), ({ key }) => key);
  addLines(["venue", "venues"], plan.venues, ({ name }) => name);
  addLines(["seat map", "seat maps"], plan.seatMaps, ({ name }) => name);
  addLines(["seat", "seats"], plan.seats, ({ name }) => name);
  addLines(["event", "events"], plan.events, ({ name }) => name);
  addLines(
    ["ticket group", "ticket groups"],
    plan.groups,
    ({ name, event_template_id }) => `${nameOf(event_template_id)}: ${name}`,
  );
  addLines(
    ["ticket type", "ticket types"],
    plan.types,
    ({ name, ticket_group_id }) => `${nameOf(ticket_group_id)}: ${name}`,
  );
  addLines(
    ["session", "sessions"],
    plan.sessions,
    ({ event_template_id, local_day, local_start }) => `${nameOf(event_template_id)} ${local_day} ${local_start}`,
  );
  addLines(["session price", "session prices"], plan.prices, ({ ticket_type_id }) => nameOf(ticket_type_id));
  addLines(["message rule", "message rules"], plan.messages, ({ key }) => key);
  addLines(
    ["membership rule", "membership rules"],
    plan.memberRules,
    ({ ticket_type_id, party_role }) => `${nameOf(ticket_type_id)} ${party_role}`,
  );
  addLines(["membership program", "membership programs"], plan.programs, ({ name }) => name);
  addLines(["membership role", "membership roles"], plan.roles, ({ name }) => name);
  addLines(["group of codes", "groups of codes"], plan.codeGroups, ({ name }) => name);
  // Codes are secret, so a report that may end up in a log names none.
  addLines(["code", "codes"], plan.codes, () => "");
  addLines(["discount", "discounts"], plan.discounts, ({ name }) => name);
  addLines(["rule", "rules"], plan.rules, ({ key }) => key);
  return {
    slug: seller.row.slug,
    name: seller.row.name,
    seller: seller.is,
    lines,
    pastSessions: prepared.pastSessions,
    warnings: prepared.warnings,
    isUnchanged: isEmptyPlan(plan),
  };
};

/** An image with new bytes is a removed and an added row, but people call that a change. */
const imageChanges = ({ added, changed, removed }: ImportPlan["images"]): ImportPlan["images"] => {
  const [addedKeys, removedKeys] = [new Set(added.map(({ key }) => key)), new Set(removed.map(({ key }) => key))];
  return {
    added: added.filter(({ key }) => !removedKeys.has(key)),
    changed: [...changed, ...added.filter(({ key }) => removedKeys.has(key))],
    retired: [],
    removed: removed.filter(({ key }) => !addedKeys.has(key)),
  };
};

/** The report as text. */
export const formatReport = ({
  slug,
  name,
  seller,
  lines,
  pastSessions,
  warnings,
  isUnchanged,
}: ImportReport): string => {
  const head = `${slug} (${name})`;
  const history = [
    ...(pastSessions > 0
      ? [
          `  ${formatCount(pastSessions)} ${pastSessions === 1 ? "session" : "sessions"} of the file lie in the past and are left out`,
        ]
      : []),
    ...warnings.map((warning) => `  warning: ${formatProblem(warning)}`),
  ];
  if (isUnchanged) return [`${head}: nothing to change`, ...history].join("\n");
  const changeLines = lines.map(({ change, noun, count: total, names }) => {
    const list = names.filter((text) => text !== "").join(", ");
    return `  ${formatCount(total)} ${noun} ${change}${list ? `: ${list}${total > names.length ? " …" : ""}` : ""}`;
  });
  return [
    `${head}: ${{ added: "new seller", changed: "seller changed", same: "seller as before" }[seller]}`,
    ...changeLines,
    ...history,
  ].join("\n");
};

const formatCount = (number: number): string => number.toLocaleString("en");
