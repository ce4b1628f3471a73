import type { Changes } from "./compare.ts";
import type { Plan } from "./plan.ts";
import { isEmpty } from "./plan.ts";
import { sayProblem, type Problem } from "./problems.ts";

type How = "added" | "changed" | "retired" | "removed";
export type Line = {
  readonly how: How;
  readonly what: string;
  readonly count: number;
  /** The first of them. */ readonly names: readonly string[];
};

/** What an import did to one seller, or would do. */
export type Report = {
  readonly slug: string;
  readonly name: string;
  readonly seller: Plan["seller"]["is"];
  readonly lines: readonly Line[];
  /** Sessions of the catalogue that have begun, which an import does not write. */
  readonly past: number;
  /** What is hardly meant as it is written. */
  readonly doubts: readonly Problem[];
  readonly nothing: boolean;
};

const mostNames = 8;

export const report = (plan: Plan): Report => {
  const { seller, names, prepared } = plan;
  const lines: Line[] = [];
  const tell = <Row>(what: [one: string, many: string], changes: Changes<Row>, nameOf: (row: Row) => string) => {
    for (const how of ["added", "changed", "retired", "removed"] as const) {
      const rows = changes[how];
      const first = [...new Set(rows.slice(0, 200).map(nameOf))].slice(0, mostNames);
      if (rows.length > 0) lines.push({ how, what: what[rows.length === 1 ? 0 : 1], count: rows.length, names: first });
    }
  };
  const nameOf = (id: string) => names.get(id) ?? "";
  tell(["image", "images"], pictures(plan.images), ({ key }) => key);
  tell(["venue", "venues"], plan.venues, ({ name }) => name);
  tell(["seat map", "seat maps"], plan.seatMaps, ({ name }) => name);
  tell(["seat", "seats"], plan.seats, ({ name }) => name);
  tell(["event", "events"], plan.events, ({ name }) => name);
  tell(
    ["ticket group", "ticket groups"],
    plan.groups,
    ({ name, event_template_id }) => `${nameOf(event_template_id)}: ${name}`,
  );
  tell(
    ["ticket type", "ticket types"],
    plan.types,
    ({ name, ticket_group_id }) => `${nameOf(ticket_group_id)}: ${name}`,
  );
  tell(
    ["session", "sessions"],
    plan.sessions,
    ({ event_template_id, local_day, local_start }) => `${nameOf(event_template_id)} ${local_day} ${local_start}`,
  );
  tell(["session price", "session prices"], plan.prices, ({ ticket_type_id }) => nameOf(ticket_type_id));
  tell(["message rule", "message rules"], plan.messages, ({ key }) => key);
  tell(
    ["membership rule", "membership rules"],
    plan.memberRules,
    ({ ticket_type_id, party_role }) => `${nameOf(ticket_type_id)} ${party_role}`,
  );
  tell(["membership program", "membership programs"], plan.programs, ({ name }) => name);
  tell(["membership role", "membership roles"], plan.roles, ({ name }) => name);
  tell(["group of codes", "groups of codes"], plan.codeGroups, ({ name }) => name);
  // The codes themselves are nobody's to read in a log.
  tell(["code", "codes"], plan.codes, () => "");
  tell(["discount", "discounts"], plan.discounts, ({ name }) => name);
  tell(["rule", "rules"], plan.rules, ({ key }) => key);
  return {
    slug: seller.row.slug,
    name: seller.row.name,
    seller: seller.is,
    lines,
    past: prepared.past,
    doubts: prepared.doubts,
    nothing: isEmpty(plan),
  };
};

/** A picture with new bytes has left and come: people call that a change. */
const pictures = ({ added, changed, removed }: Plan["images"]): Plan["images"] => {
  const [came, left] = [new Set(added.map(({ key }) => key)), new Set(removed.map(({ key }) => key))];
  return {
    added: added.filter(({ key }) => !left.has(key)),
    changed: [...changed, ...added.filter(({ key }) => left.has(key))],
    retired: [],
    removed: removed.filter(({ key }) => !came.has(key)),
  };
};

/** A report for people. */
export const sayReport = ({ slug, name, seller, lines, past, doubts, nothing }: Report): string => {
  const head = `${slug} (${name})`;
  const history = [
    ...(past > 0
      ? [`  ${count(past)} ${past === 1 ? "session" : "sessions"} of the file lie in the past and are left out`]
      : []),
    ...doubts.map((doubt) => `  warning: ${sayProblem(doubt)}`),
  ];
  if (nothing) return [`${head}: nothing to change`, ...history].join("\n");
  const said = lines.map(({ how, what, count: many, names }) => {
    const list = names.filter((text) => text !== "").join(", ");
    return `  ${count(many)} ${what} ${how}${list ? `: ${list}${many > names.length ? " …" : ""}` : ""}`;
  });
  return [
    `${head}: ${{ added: "new seller", changed: "seller changed", same: "seller as before" }[seller]}`,
    ...said,
    ...history,
  ].join("\n");
};

const count = (number: number): string => number.toLocaleString("en");
