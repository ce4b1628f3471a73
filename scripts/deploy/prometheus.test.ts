import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { read, readYaml, root } from "./deployFiles.ts";

const run = promisify(execFile);
const hasPromtool = spawnSync("promtool", ["--version"]).error === undefined;

type Rules = { readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[] };
type RuleTests = {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
  }[];
};
type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
type Panel = {
  readonly id: number;
  readonly title: string;
  readonly datasource: { readonly uid: string };
  readonly gridPos: Box;
  readonly targets: readonly { readonly refId: string; readonly expr: string; readonly legendFormat?: string }[];
};
const { panels, templating } = JSON.parse(read("deploy/grafana/foyer.json")) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
};

test("every alert has a case in which it is raised", () => {
  const [rules] = readYaml("deploy/prometheus/alerts.yml") as [Rules];
  const [cases] = readYaml("deploy/prometheus/alerts.test.yml") as [RuleTests];
  const raised = cases.tests.flatMap(({ alert_rule_test }) =>
    alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
  );
  const alerts = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
  expect(raised.toSorted()).toEqual(alerts.toSorted());
});

test.skipIf(!hasPromtool)("the alerts are raised or not as their cases say (needs promtool)", async () => {
  const folder = join(root, "deploy/prometheus");
  await run("promtool", ["check", "rules", join(folder, "alerts.yml")]);
  await run("promtool", ["test", "rules", join(folder, "alerts.test.yml")]);
});

test.skipIf(!hasPromtool)(
  "every query of the dashboard is one that Prometheus can parse (needs promtool)",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-queries-"));
    const file = join(folder, "queries.yml");
    const check = async (queries: readonly string[]): Promise<unknown> => {
      const rules = queries.map((expr, nth) => ({ record: `query:${nth}`, expr }));
      await writeFile(file, stringify({ groups: [{ name: "queries", rules }] }));
      return run("promtool", ["check", "rules", file]).catch((error: unknown) => error);
    };
    try {
      const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
      expect(queries.length).toBeGreaterThan(15);
      expect(await check(queries)).toMatchObject({ stdout: expect.stringContaining(`${queries.length} rules found`) });
      expect(await check(["sum(rate(foyer_http_requests_total[5m])"])).toMatchObject({ code: expect.any(Number) });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

test("the dashboard's panels have ids and places of their own, and a legend names labels that are left", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(templating.list.map(({ name }) => name)).toContain("datasource");
  for (const [nth, { title, gridPos, targets, datasource }] of panels.entries()) {
    expect([title, datasource.uid, gridPos.x + gridPos.w <= 24]).toEqual([title, "${datasource}", true]);
    expect(
      panels
        .slice(nth + 1)
        .filter((other) => overlaps(gridPos, other.gridPos))
        .map((other) => other.title),
    ).toEqual([]);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    for (const { expr, legendFormat = "" } of targets) {
      const kept = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
      const isAggregated = /\b(?:sum|max|min|avg|histogram_quantile)\b/.test(expr);
      const shown = [...legendFormat.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label = ""]) => label);
      if (isAggregated) expect([expr, shown.filter((label) => !kept.includes(label))]).toEqual([expr, []]);
    }
  }
});
