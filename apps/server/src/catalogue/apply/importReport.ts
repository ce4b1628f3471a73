import type { ChangedBuyers } from "@foyer/contract/office/catalogue/sessionBuyers.ts";
import type { MovedBuyers } from "./movedSessions.sql.ts";
import type { RowChanges } from "../diff/compareRows.ts";
import type { ImportPlan } from "../diff/planImport.ts";
import { isEmptyPlan } from "../diff/planImport.ts";
import { formatProblem, type Problem } from "../format/problems.ts";

type ChangeKind = "added" | "changed" | "retired" | "removed";
export type ReportLine = {
  readonly change: ChangeKind;
  readonly noun: string;
  readonly count: number;
  /** The names of the first few. */
  readonly names: readonly string[];
};

/** What an import changed, or would change, for one seller. */
export type ImportReport = {
  readonly slug: string;
  readonly name: string;
  readonly seller: ImportPlan["seller"]["is"];
  readonly lines: readonly ReportLine[];
  /** The number of sessions that have begun; an import does not write them. */
  readonly pastSessions: number;
  /** Probable mistakes. */
  readonly warnings: readonly Problem[];
  readonly isUnchanged: boolean;
  /** The number of the newest revision after the import. */
  readonly revision: number;
  /** Buyers whose sessions will begin at another time. An import does not e-mail them. */
  readonly moved: MovedBuyers;
  /** The buyers of all sessions that change. */
  readonly buyers: Pick<ChangedBuyers, "sessions" | "orders" | "people">;
};

const maxNames = 8;

/**
 * A different document counts as a change even if it results in the same rows today: its dates may resolve differently
 * tomorrow.
 */
export const importReport = (
  plan: ImportPlan,
  {
    isNew,
    number,
    ...touched
  }: { readonly isNew: boolean; readonly number: number } & Pick<ImportReport, "moved" | "buyers">,
): ImportReport => {
  const { seller, prepared } = plan;
  return {
    slug: seller.row.slug,
    name: seller.row.name,
    seller: seller.is,
    lines: reportLines(plan),
    pastSessions: prepared.pastSessions,
    warnings: prepared.warnings,
    isUnchanged: isEmptyPlan(plan) && !isNew,
    revision: number,
    ...touched,
  };
};

export const reportLines = (plan: ImportPlan): readonly ReportLine[] => {
  const nameOf = (id: string) => plan.names.get(id) ?? "";
  return [
    linesOf("image", imageChanges(plan.images), ({ key }) => key),
    linesOf("venue", plan.venues, ({ name }) => name),
    linesOf("seat map", plan.seatMaps, ({ name }) => name),
    linesOf("seat", plan.seats, ({ name }) => name),
    linesOf("event", plan.events, ({ name }) => name),
    linesOf("ticket group", plan.groups, ({ name, event_template_id }) => `${nameOf(event_template_id)}: ${name}`),
    linesOf("ticket type", plan.types, ({ name, ticket_group_id }) => `${nameOf(ticket_group_id)}: ${name}`),
    linesOf(
      "session",
      plan.sessions,
      ({ event_template_id, local_day, local_start }) => `${nameOf(event_template_id)} ${local_day} ${local_start}`,
    ),
    linesOf("session price", plan.prices, ({ ticket_type_id }) => nameOf(ticket_type_id)),
    linesOf("message rule", plan.messages, ({ key }) => key),
    linesOf(
      "membership rule",
      plan.memberRules,
      ({ ticket_type_id, party_role }) => `${nameOf(ticket_type_id)} ${party_role}`,
    ),
    linesOf("membership program", plan.programs, ({ name }) => name),
    linesOf("membership role", plan.roles, ({ name }) => name),
    linesOf(["group of codes", "groups of codes"], plan.codeGroups, ({ name }) => name),
    // Codes are secret, so the report, which may end up in a log, does not name them.
    linesOf("code", plan.codes, () => ""),
    linesOf("discount", plan.discounts, ({ name }) => name),
    linesOf("rule", plan.rules, ({ key }) => key),
  ].flat();
};

/** One line per kind of change. A noun has its plural beside it if that is more than an added s. */
const linesOf = <Row>(
  noun: string | readonly [one: string, many: string],
  changes: RowChanges<Row>,
  nameOf: (row: Row) => string,
): readonly ReportLine[] => {
  const [one, many] = typeof noun === "string" ? [noun, `${noun}s`] : noun;
  return (["added", "changed", "retired", "removed"] as const).flatMap((change) => {
    const rows = changes[change];
    const names = [...new Set(rows.slice(0, 200).map(nameOf))].slice(0, maxNames);
    return rows.length > 0 ? [{ change, noun: rows.length === 1 ? one : many, count: rows.length, names }] : [];
  });
};

/** Replacing an image's bytes removes one row and adds another, but is reported as a change. */
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
  revision,
  moved,
  buyers,
}: ImportReport): string => {
  const head = `${slug} (${name})`;
  const history = [
    ...(pastSessions > 0
      ? [
          `  ${formatCount(pastSessions)} ${pastSessions === 1 ? "session in the file is in the past and is" : "sessions in the file are in the past and are"} left out`,
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
    `${head}: ${{ added: "new seller", changed: "seller changed", same: "seller unchanged" }[seller]}`,
    ...changeLines,
    `  revision ${formatCount(revision)}`,
    ...buyerLines(buyers),
    ...movedLines(slug, revision, moved),
    ...history,
  ].join("\n");
};

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const buyerLines = ({ sessions, orders, people }: ImportReport["buyers"]): readonly string[] =>
  orders === 0
    ? []
    : [
        `  ${counted(sessions, "session")} with tickets of ${counted(orders, "order")} (${counted(people, "person", "people")}) ${sessions === 1 ? "changes" : "change"}; an import sends them no email`,
      ];

const movedLines = (slug: string, revision: number, { sessions, orders }: MovedBuyers): readonly string[] =>
  orders === 0
    ? []
    : [
        `  ${counted(sessions, "session")} with tickets of ${counted(orders, "order")} ${sessions === 1 ? "begins" : "begin"} at another time`,
        `  to write to these buyers, open /_office/${slug}/bulk?moved=${revision} in the back office`,
      ];

const formatCount = (number: number): string => number.toLocaleString("en");
