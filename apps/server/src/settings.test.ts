import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, settingNames } from "./settings.ts";

test("every setting has a default", () => {
  expect(readSettings({})).toEqual({
    NODE_ENV: "development",
    PORT: 3000,
    HOST: "127.0.0.1",
    BASE_URL: "http://localhost:3000",
    OFFICE_URL: "http://localhost:3000",
    DATA_DIR: ".data",
    DATABASE_CONNECTIONS: 20,
    METRICS_HOST: "127.0.0.1",
    OTEL_EXPORTER_OTLP_HEADERS: {},
    OTEL_TRACES_SAMPLER_ARG: 0.1,
    LOG_LEVEL: "info",
    TRUST_PROXY: [],
    MAIL_SENDS_FROM: [],
    MAIL_DKIM_SELECTORS: [],
    ALLOW_TEST_GATEWAY: false,
    RETENTION_DAYS: {},
    DEMO: true,
    DRAIN_SECONDS: 0,
  });
});

test("reads every setting", () => {
  const settings = readSettings({
    PORT: "8080",
    HOST: "0.0.0.0",
    BASE_URL: "https://tickets.example/",
    DATABASE_URL: "postgres://foyer@db/foyer",
    SMTP_URL: "smtps://mail.example",
    MAIL_FROM: "tickets@museum.example",
    TRUST_PROXY: "10.0.0.0/8, 127.0.0.1",
    ALLOW_TEST_GATEWAY: "true",
    SECRETS_KEY: "0f".repeat(32),
    NODE_ENV: "production",
  });
  expect(settings).toMatchObject({
    PORT: 8080,
    BASE_URL: "https://tickets.example",
    TRUST_PROXY: ["10.0.0.0/8", "127.0.0.1"],
    ALLOW_TEST_GATEWAY: true,
    SECRETS_KEY: "0f".repeat(32),
  });
});

test("an empty value counts as not set", () => {
  expect(readSettings({ DATABASE_URL: "", PORT: "" })).toMatchObject({ PORT: 3000 });
});

test.each([
  [{}, true],
  [{ NODE_ENV: "test" }, true],
  [{ NODE_ENV: "production" }, false],
  [{ NODE_ENV: "production", DEMO: "true" }, true],
  [{ DEMO: "false" }, false],
])("with %o, DEMO is %j", (environment, demo) => expect(readSettings(environment).DEMO).toBe(demo));

test("reports all problems at once", () => {
  const wrong = () =>
    readSettings({
      PORT: "many",
      BASE_URL: "http://here/with/path",
      DATABASE_URL: "mysql://db",
      ALLOW_TEST_GATEWAY: "perhaps",
    });
  for (const name of ["PORT", "BASE_URL", "DATABASE_URL", "ALLOW_TEST_GATEWAY"]) expect(wrong).toThrow(name);
});

test.each([
  [{ SMTP_URL: "smtp://mail" }, "MAIL_FROM"],
  [{ SECRETS_KEY_PREVIOUS: "0f".repeat(32) }, "SECRETS_KEY_PREVIOUS"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=1" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://here:4318", OTEL_EXPORTER_OTLP_HEADERS: "none" }, "name=value"],
  [{ STRIPE_URL: "http://stand-in", NODE_ENV: "production" }, "STRIPE_URL"],
  [{ CAPTCHA_URL: "http://stand-in", NODE_ENV: "production" }, "CAPTCHA_URL"],
  [{ FAULT: "after_hold:1" }, "FAULT"],
  [{ FAULT: "after_hold:1", NODE_ENV: "production" }, "FAULT"],
])("refuses the combination %o", (environment, name) => {
  expect(() => readSettings(environment)).toThrow(name);
});

test.each(["3", "201", "many", "4.5"])("refuses %s connections to the database", (count) => {
  expect(() => readSettings({ DATABASE_CONNECTIONS: count })).toThrow("DATABASE_CONNECTIONS");
});

test("does not repeat an invalid secret", () => {
  expect(() => readSettings({ DATABASE_URL: "mysql://foyer:hunter2@db" })).not.toThrow("hunter2");
});

test("docs/settings.md documents exactly these settings", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../docs/settings.md"), "utf8");
  const explained = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(explained.toSorted()).toEqual([...settingNames].toSorted());
});

test.each([
  [{ NODE_ENV: "production" }, 5],
  [{ NODE_ENV: "production", DRAIN_SECONDS: "0" }, 0],
  [{ DRAIN_SECONDS: "20" }, 20],
])("with %o, DRAIN_SECONDS is %j", (environment, seconds) =>
  expect(readSettings(environment).DRAIN_SECONDS).toBe(seconds),
);
