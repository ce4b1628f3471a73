import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { Lane } from "../http/lane.ts";
import { startJobs } from "../jobs/startJobs.ts";
import { CircuitBreaker } from "../providers/payments/circuitBreaker.ts";
import { Refused } from "../errors/refused.ts";
import { openMeasuredApp, type MeasuredApp } from "../../test/metrics/measuredApp.ts";
import { scrape, type Sample } from "../../test/metrics/scrape.ts";
import { createTestShop } from "../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../test/shop/testBuyer.ts";

const root = join(import.meta.dirname, "../../../..");
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");

const ruleFile = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+[sm]$/),
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

const readAlerts = async () =>
  ruleFile.parse(parse(await read("deploy/prometheus/alerts.yml"))).groups.flatMap(({ rules }) => rules);

let server: MeasuredApp;
let samples: readonly Sample[];
beforeAll(async () => {
  server = await openMeasuredApp();
  const shop = await createTestShop(server.db);
  await new TestBuyer(server, shop).buy(1);
  await server.app.inject({ url: "/nowhere" });
  const lane = new Lane("measured", { concurrency: 0, maxWaiting: 0, maxWaitMs: 1 });
  await lane.run(async () => undefined).catch(() => undefined);
  await new Lane("measured", { concurrency: 1, maxWaiting: 0, maxWaitMs: 1 }).run(async () => undefined);
  const breaker = new CircuitBreaker({ failureThreshold: 1, openSeconds: 1, gateway: "stripe" });
  await breaker.run(() => Promise.reject(new Refused({ code: "unavailable" }))).catch(() => undefined);
  const ran = Promise.withResolvers<void>();
  const jobs = startJobs([{ name: "job", everySeconds: 0.01, run: async () => ran.resolve() }], {
    error: () => undefined,
  });
  await ran.promise;
  await jobs.stop();
  samples = await scrape(server.metrics.address);
});
afterAll(() => server.close());

/** Metrics of the monitoring itself, and of the exporter beside the database. */
const foreign = ["up", "pg_stat_archiver_last_archive_age"];
/** Labels that Prometheus adds. */
const added = ["job", "instance", "le"];

const metricsOf = (expr: string): string[] =>
  [...expr.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, "").matchAll(/\b(?:foyer|nodejs|process|pg)_\w+|\bup\b/g)].map(
    ([name]) => name,
  );
const labelsOf = (expr: string): string[] => [
  ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = ""]) =>
    [...inner.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = ""]) => label),
  ),
  ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(",").map((label) => label.trim())),
];

const assertKnown = (expr: string): void => {
  const names = metricsOf(expr);
  expect([expr, names.length > 0]).toEqual([expr, true]);
  const own = names.filter((name) => !foreign.includes(name));
  const found = own.map((name) => samples.filter((sample) => sample.name === name));
  expect(own.filter((_, nth) => found[nth]?.length === 0)).toEqual([]);
  const labels = new Set([...added, ...found.flat().flatMap((sample) => Object.keys(sample.labels))]);
  expect([expr, labelsOf(expr).filter((label) => !labels.has(label))]).toEqual([expr, []]);
};

test("every metric and label of the alert rules is in the product's scrape", async () => {
  const alerts = await readAlerts();
  expect(alerts.length).toBeGreaterThan(10);
  for (const { expr } of alerts) assertKnown(expr);
});

test("every metric and label of the dashboard is in the product's scrape, and every metric of ours is on it", async () => {
  const { panels } = dashboard.parse(JSON.parse(await read("deploy/grafana/foyer.json")));
  const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  for (const expr of exprs) assertKnown(expr);
  const shown = new Set(exprs.flatMap(metricsOf).map(baseName));
  const alerted = new Set((await readAlerts()).flatMap(({ expr }) => metricsOf(expr)).map(baseName));
  const ours = new Set(
    samples
      .map(({ name }) => name)
      .filter((name) => name.startsWith("foyer_"))
      .map(baseName),
  );
  expect([...ours].filter((name) => !shown.has(name) && !alerted.has(name))).toEqual(["foyer_job_runs_total"]);
});
const baseName = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, "");

test("every alert has its own section in the runbook, and the runbook has no other", async () => {
  const alerts = await readAlerts();
  const page = await read("docs/operations/runbook.md");
  const sections = [...page.matchAll(/^## (\w+)\n\n\S/gm)].map(([, name]) => name);
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook_url).toBe(`docs/operations/runbook.md#${alert.toLowerCase()}`);
});

test("every metric that the operators' page explains is in the scrape, and the other way round", async () => {
  const section = /## Metrics\n([\s\S]*?)\n## /.exec(await read("docs/operations.md"))?.[1] ?? "";
  const explained = new Set([...section.matchAll(/`(foyer_\w+)`/g)].map(([, name = ""]) => name));
  const ours = new Set(samples.map(({ name }) => baseName(name)).filter((name) => name.startsWith("foyer_")));
  expect([...explained].toSorted()).toEqual([...ours].toSorted());
});
