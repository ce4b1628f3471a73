import { createHash } from "node:crypto";
import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import { overriddenRules } from "@foyer/contract/office/staff/auditLog.ts";
import { counterGateways, giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { readCodeNames } from "./figures/codeFigures.sql.ts";
import { readStaffNames } from "./figures/compFigures.sql.ts";
import { readLevelNames } from "./memberships.sql.ts";
import { readSessionNames, readTypeNames } from "./rowNames.sql.ts";

/** Keys with the same `row` are combined into one row. */
type RowLabel = { readonly row: string; readonly label: string };
type Labels = ReadonlyMap<string, RowLabel>;

const each = (keys: readonly string[], labelOf: (key: string) => string): Labels =>
  new Map(keys.map((key) => [key, { row: key, label: labelOf(key) }]));

/**
 * Codes that applied together are one row, and so are those that were made together. A single code keeps its id as the key
 * of its row, which links to its page.
 */
const codeLabels = async ({ db, seller }: StaffContext, keys: readonly string[]): Promise<Labels> => {
  const ids = [...new Set(keys.flatMap((key) => (key === "" ? [] : key.split(","))))];
  const codes = new Map((await readCodeNames(db, seller.id, ids)).map((code) => [code.id, code]));
  const hasPage = (key: string): boolean => {
    const code = codes.get(key);
    return code !== undefined && !code.is_gift && code.list === null;
  };
  const nameOf = (id: string): string => {
    const code = codes.get(id);
    if (!code) return "A deleted code";
    if (code.is_gift) return "Gifts of a membership";
    return code.list === null ? code.text : `${code.list}… (a list)`;
  };
  return new Map(
    keys.map((key) => {
      if (key === "") return [key, { row: "", label: "Discounts without a code" }];
      const label = [...new Set(key.split(",").map(nameOf))].toSorted().join(" + ");
      return [key, { row: hasPage(key) ? key : label, label }];
    }),
  );
};

const noStaff: RowLabel = { row: "", label: "Not by staff" };

/** Staff are named only to readers who see them in the audit log, too. Others see one row for all staff. */
const staffLabels = async ({ db, staff }: StaffContext, ids: readonly string[]): Promise<Labels> => {
  if (!staff.can("audit.read"))
    return new Map<string, RowLabel>([
      ["", noStaff],
      ...ids.map((id) => [id, { row: "staff", label: "Staff" }] as const),
    ]);
  const names = new Map((await readStaffNames(db, ids)).map(({ id, name }) => [id, name]));
  return new Map<string, RowLabel>([["", noStaff], ...each(ids, (id) => names.get(id) ?? "Somebody")]);
};

/**
 * Reasons may name people, so they are shown only to readers who can see them in the audit log. The key of a row goes into
 * the address of its orders, so it does not contain the reason (`reasonKey` in office/desk/list).
 */
const reasonLabels = ({ staff }: StaffContext, keys: readonly string[]): Labels =>
  new Map(
    keys.map((key) => {
      if (!staff.can("audit.read")) return [key, { row: "", label: "All reasons" }];
      if (key === "") return [key, { row: "erased", label: "Erased with the person" }];
      return [key, { row: createHash("sha256").update(key).digest("hex").slice(0, 32), label: key }];
    }),
  );

/** The labels of rows that are not periods. */
export const labelsOf = async (ctx: StaffContext, by: Grouping, keys: readonly string[]): Promise<Labels> => {
  const { db, seller } = ctx;
  const ids = keys.filter((key) => key !== "");
  if (by === "code") return codeLabels(ctx, keys);
  if (by === "staff") return staffLabels(ctx, ids);
  if (by === "reason") return reasonLabels(ctx, keys);
  if (by === "rule") return each(keys, (key) => overriddenRules[key] ?? key.replaceAll("_", " "));
  if (by === "level") {
    const levels = new Map((await readLevelNames(db, seller.id, ids)).map(({ id, name }) => [id, name]));
    return each(keys, (key) => levels.get(key) ?? "A deleted level");
  }
  if (by === "type" || by === "event") {
    const types = new Map((await readTypeNames(db, seller.id, ids)).map((one) => [one.id, one]));
    return new Map(
      keys.map((key) => {
        const found = types.get(key);
        if (!found) return [key, { row: "", label: "Not about one ticket type" }];
        const { type, event, event_id } = found;
        return [key, by === "event" ? { row: event_id, label: event } : { row: key, label: `${event}, ${type}` }];
      }),
    );
  }
  if (by === "session") {
    const sessions = new Map((await readSessionNames(db, seller.id, ids)).map((one) => [one.id, one]));
    return each(keys, (key) => {
      const found = sessions.get(key);
      return found ? `${found.event}, ${found.start}` : "Without a session";
    });
  }
  if (by === "means") return each(keys, meansLabel);
  if (by === "rate") return taxLabels(seller, keys);
  return each(keys, (key) => (key === "" ? "Not through a channel" : key));
};

/** The seller's own tax has its current name. A ticket type's tax with the same name and rate is in the same row. */
const taxLabels = ({ configuration }: StaffContext["seller"], keys: readonly string[]): Labels =>
  new Map(
    keys.map((key) => {
      if (key === "") return [key, { row: "", label: "No tax" }];
      const [, rate = "", name = configuration.invoice?.tax_name] = /^([^:]*)(?::(.*))?$/s.exec(key) ?? [];
      const label = [name, `${rate} %`].filter(Boolean).join(" ");
      return [key, { row: label, label }];
    }),
  );

const meansNames: Readonly<Record<string, string>> = {
  [giftCardGatewayId]: "Gift cards",
  [counterGateways.cash]: "Cash",
  [counterGateways.terminal]: "Cards at a terminal",
};
const meansLabel = (key: string): string => {
  if (key === "") return "Without a payment";
  return key
    .split(",")
    .map((one) => meansNames[one] ?? `Cards (${one})`)
    .toSorted()
    .join(" + ");
};
