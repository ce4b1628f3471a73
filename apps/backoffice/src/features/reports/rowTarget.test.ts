import { describe, expect, test } from "vitest";
import { reportNames, reports, type Report, type ReportName } from "@foyer/contract/office/money/reports.ts";
import { rolePermissions } from "@foyer/contract/office/staff/permissions.ts";
import { rowTarget } from "./rowTarget.ts";

const id = "0198f7a0-0000-7000-8000-000000000001";
const reportBy = (by: Report["by"], dated: Report["dated"] = "sale"): Report => ({
  from: "2026-01-01",
  to: "2026-03-31",
  moments: null,
  timezone: "Europe/London",
  currency: "GBP",
  by,
  dated,
  compared_with: null,
  columns: [],
  main: "net",
  rows: [],
  more: false,
  total: { values: [], compared: null },
  is_complete: true,
});
const row = (key: string, span?: readonly [string, string]): Report["rows"][number] => ({
  key,
  label: key,
  from: span?.[0] ?? null,
  to: span?.[1] ?? null,
  values: [],
  compared: null,
});
const month = row("2026-02-01", ["2026-02-01", "2026-02-28"]);
const quarter = ["2026-01-01", "2026-03-31"] as const;
const everybody = (): boolean => true;

describe("a row links to its underlying records", () => {
  test.each<[ReportName, Report["by"], Report["rows"][number], object]>([
    [
      "sales",
      "month",
      month,
      { to: "/$slug/orders", search: { journal_from: "2026-02-01", journal_to: "2026-02-28" } },
    ],
    [
      "sales",
      "event",
      row(id),
      { search: { journal_from: quarter[0], journal_to: quarter[1], event_template_id: id } },
    ],
    ["sales", "type", row(id), { search: { journal_from: quarter[0], journal_to: quarter[1], ticket_type_id: id } }],
    ["donations", "type", row(id), { to: "/$slug/orders", search: { ticket_type_id: id } }],
    ["money", "means", row("cash"), { search: { journal_from: quarter[0], journal_to: quarter[1], means: "cash" } }],
    ["money", "means", row("terminal"), { to: "/$slug/orders", search: { means: "terminal" } }],
    ["money", "means", row("ledger"), { to: "/$slug/orders", search: { means: "gift_card" } }],
    ["money", "means", row("stripe"), { to: "/$slug/orders", search: { means: "card" } }],
    ["money", "channel", row("web"), { to: "/$slug/orders", search: { journal_from: quarter[0], channel_id: "web" } }],
    ["tax", "rate", row("20:VAT"), { to: "/$slug/money/journal", search: { from: quarter[0], to: quarter[1] } }],
    ["donations", "day", month, { to: "/$slug/orders" }],
    ["sales", "means", row("ledger,stripe"), { search: { journal_from: quarter[0], paid_by: "ledger,stripe" } }],
    ["sales", "means", row(""), { to: "/$slug/orders", search: { journal_to: quarter[1], paid_by: "none" } }],
    ["sales", "staff", row(id), { search: { journal_from: quarter[0], journal_to: quarter[1], sold_by: id } }],
    ["sales", "staff", row(""), { to: "/$slug/orders", search: { sold_by: "online" } }],
    ["comps", "staff", row(id), { search: { sold_from: quarter[0], sold_by: id, channel_id: "comp" } }],
    ["comps", "month", month, { search: { sold_from: "2026-02-01", sold_to: "2026-02-28", channel_id: "comp" } }],
    ["codes", "month", month, { search: { journal_from: "2026-02-01", journal_to: "2026-02-28" } }],
    ["codes", "channel", row("web"), { to: "/$slug/orders", search: { channel_id: "web" } }],
    [
      "overrides",
      "staff",
      row(id),
      { to: "/$slug/audit", search: { from: quarter[0], to: quarter[1], staff_id: id, rule: "any" } },
    ],
    [
      "overrides",
      "rule",
      row("waive_fee"),
      { to: "/$slug/audit", search: { from: quarter[0], to: quarter[1], rule: "waive_fee" } },
    ],
    [
      "comps",
      "reason",
      row("0f".repeat(16)),
      { search: { sold_from: quarter[0], given_for: "0f".repeat(16), channel_id: "comp" } },
    ],
    ["comps", "reason", row("erased"), { to: "/$slug/orders", search: { given_for: "erased" } }],
    ["comps", "reason", row(""), { search: { sold_from: quarter[0], sold_to: quarter[1], channel_id: "comp" } }],
    ["money", "month", month, { to: "/$slug/money/journal", search: { from: "2026-02-01", to: "2026-02-28" } }],
    ["gift_cards", "day", month, { to: "/$slug/money/journal" }],
    ["tax", "week", month, { to: "/$slug/money/journal" }],
    ["gift_aid", "week", month, { to: "/$slug/money/journal" }],
    ["codes", "code", row(id), { to: "/$slug/codes/$id", id }],
    ["memberships", "level", row(id), { to: "/$slug/members", search: { level: id } }],
    ["overrides", "day", month, { to: "/$slug/audit", search: { from: "2026-02-01", to: "2026-02-28", rule: "any" } }],
  ])("%s by %s", (name, by, one, expected) => {
    expect(rowTarget(name, one, reportBy(by), everybody)).toMatchObject(expected);
  });

  test("by visit: to the orders with these visits", () => {
    const target = rowTarget("sales", month, reportBy("month", "visit"), everybody);
    expect(target?.search).toEqual({ visit_from: "2026-02-01", visit_to: "2026-02-28" });
  });

  test.each<[string, ReportName, Report["by"], Report["rows"][number]]>([
    ["of codes that applied together", "codes", "code", row("FRIEND + SUMMER")],
    ["of discounts without a code", "codes", "code", row("")],
    ["of what is about no ticket type", "sales", "type", row("")],
    ["of what is about no session", "sales", "session", row("")],
    ["of no means", "money", "means", row("")],
    ["of money without a cart", "money", "channel", row("")],
    ["of all staff, whom the reader may not see by name", "sales", "staff", row("staff")],
    ["of what all staff gave away", "comps", "staff", row("staff")],
    ["of more days than the journal shows", "tax", "month", row("2026-01-01", ["2026-01-01", "2026-12-31"])],
  ])("but a row %s leads nowhere", (_, name, by, one) => {
    expect(rowTarget(name, one, reportBy(by), everybody)).toBeNull();
  });

  test("of more days than the list reads the journal for: to the orders that were sold on them", () => {
    const year = { ...reportBy("means"), to: "2026-12-31" };
    const target = rowTarget("sales", row("cash"), year, everybody);
    expect(target?.search).toEqual({ sold_from: "2026-01-01", sold_to: "2026-12-31", paid_by: "cash" });
  });

  test("by rate: to nothing if the span is longer than the journal shows", () => {
    const year = { ...reportBy("rate"), to: "2026-12-31" };
    expect(rowTarget("tax", row("20"), year, everybody)).toBeNull();
  });

  test("by means: to the orders, which do not need the permission for money", () => {
    const only = (given: string) => (permission: string) => permission === given;
    expect(rowTarget("money", row("cash"), reportBy("means"), only("money.read"))).toBeNull();
    expect(rowTarget("money", row("cash"), reportBy("means"), only("order.read"))).not.toBeNull();
  });

  test("but never to what the reader cannot see", () => {
    const reporter = (permission: string): boolean => rolePermissions.reporter.some((one) => one === permission);
    for (const name of reportNames)
      for (const by of reports[name].by) {
        const target = rowTarget(name, by === "code" ? row(id) : month, reportBy(by), reporter);
        expect([name, by, target?.to]).toEqual([name, by, by === "code" ? "/$slug/codes/$id" : undefined]);
      }
  });
});

describe("a row of a report from one moment to another", () => {
  const report = { ...reportBy("day"), moments: { first: "2026-01-01T14:00:00Z", end: "2026-03-31T02:00:00Z" } };
  const day = (of: string) => row(of, [of, of]);

  test.each([
    ["its first day, which is cut", day("2026-01-01"), false],
    ["a whole day", day("2026-02-01"), true],
    ["its last day, which is cut", day("2026-03-31"), false],
    ["something that is no day", row("cash"), false],
  ])("links to a list of days if its period is whole: %s", (_, given, leads) =>
    expect(rowTarget("sales", given, report, everybody) !== null).toBe(leads),
  );
});
