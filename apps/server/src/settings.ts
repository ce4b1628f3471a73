import { z } from "zod";
import { parseRetentionDays } from "./jobs/retention/periods.ts";

const booleanSetting = z.enum(["true", "false", "1", "0", ""]).transform((value) => value === "true" || value === "1");
const listSetting = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);
const urlSetting = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });
/** Scheme, host and port without a path: the server appends paths itself. */
const originSetting = urlSetting("http:", "https:")
  .refine((value) => /^\w+:\/\/[^/@?#]+\/?$/.test(value), { error: "must be scheme, host and port only" })
  .transform((value) => new URL(value).origin);

const keySetting = z.string().regex(/^[0-9a-f]{64}$/i, { error: "must be 64 hexadecimal digits" });

/** Headers in OpenTelemetry's format: name=value,name=value. */
const headersSetting = listSetting
  .refine((parts) => parts.every((part) => /^[\w-]+=[^\s]+$/.test(part)), { error: "must be name=value,name=value" })
  .transform((parts): Record<string, string> =>
    Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)])),
  );

/** docs/settings.md documents each setting; a test compares the two. */
const namesSetting = listSetting
  .refine(
    (names) => names.length <= 10 && names.every((name) => /^[a-z0-9_](?:[a-z0-9_.:-]{0,252}[a-z0-9])?$/i.test(name)),
    {
      error: "must be at most ten names or addresses, separated by commas",
    },
  )
  .default([]);

const settingsSchema = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  BASE_URL: originSetting.optional(),
  OFFICE_URL: originSetting.optional(),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: urlSetting("postgres:", "postgresql:").optional(),
  APP_DATABASE_URL: urlSetting("postgres:", "postgresql:").optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(4).max(200).default(20),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: originSetting.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headersSetting.default({}),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  TRUST_PROXY: listSetting.default([]),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/i, { error: "must be the name of a header" })
    .transform((name) => name.toLowerCase())
    .optional(),
  SMTP_URL: urlSetting("smtp:", "smtps:").optional(),
  MAIL_FROM: z.string().optional(),
  MAIL_SENDS_FROM: namesSetting,
  MAIL_DKIM_SELECTORS: namesSetting,
  ALLOW_TEST_GATEWAY: booleanSetting.default(false),
  FLAGS_URL: urlSetting("http:", "https:").optional(),
  FLAGS_TOKEN: z.string().optional(),
  FLAGS_FILE: z.string().optional(),
  RETENTION_DAYS: listSetting.default([]).transform((parts, context) => {
    try {
      return parseRetentionDays(parts);
    } catch (error) {
      context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  }),
  SECRETS_KEY: keySetting.optional(),
  SECRETS_KEY_PREVIOUS: keySetting.optional(),
  STRIPE_URL: originSetting.optional(),
  LOQATE_URL: originSetting.optional(),
  CAPTCHA_URL: originSetting.optional(),
  DEMO: booleanSetting.optional(),
  FAULT: z
    .string()
    .regex(/^\w+(:\d+)?$/, { error: "must be the name of a crash point, with :n for the nth time" })
    .optional(),
});

export type Settings = Readonly<z.infer<typeof settingsSchema>> & {
  readonly BASE_URL: string;
  /** The address of the back office; by default that of the storefronts. */
  readonly OFFICE_URL: string;
  readonly DEMO: boolean;
  readonly DRAIN_SECONDS: number;
};

/** Every setting that the environment may contain. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);

/** Reads the settings from the environment. Reports all problems at once. An empty value counts as not set. */
export const readSettings = (environment: Readonly<Record<string, string | undefined>> = process.env): Settings => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = settingsSchema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  if (parsed.success) {
    const { SECRETS_KEY, SECRETS_KEY_PREVIOUS } = parsed.data;
    if (SECRETS_KEY_PREVIOUS && !SECRETS_KEY)
      problems.push("SECRETS_KEY_PREVIOUS: needs SECRETS_KEY, the key that takes over");
    if (Object.keys(parsed.data.OTEL_EXPORTER_OTLP_HEADERS).length > 0 && !parsed.data.OTEL_EXPORTER_OTLP_ENDPOINT)
      problems.push("OTEL_EXPORTER_OTLP_HEADERS: needs OTEL_EXPORTER_OTLP_ENDPOINT, which is not set");
    const { DATABASE_URL, APP_DATABASE_URL } = parsed.data;
    if (APP_DATABASE_URL && !DATABASE_URL)
      problems.push("APP_DATABASE_URL: needs DATABASE_URL, the owner's login, for migrations");
    if (DATABASE_URL && !SECRETS_KEY && parsed.data.NODE_ENV === "production")
      problems.push("SECRETS_KEY: is required with DATABASE_URL in production, so that all servers share one key");
    const { SMTP_URL, MAIL_FROM, FAULT, NODE_ENV, STRIPE_URL, FLAGS_URL, FLAGS_TOKEN, FLAGS_FILE } = parsed.data;
    const { OFFICE_URL, CAPTCHA_URL } = parsed.data;
    if (OFFICE_URL?.startsWith("http:") && NODE_ENV === "production")
      problems.push("OFFICE_URL: must begin with https:// in production");
    if (SMTP_URL && !MAIL_FROM) problems.push("MAIL_FROM: is required with SMTP_URL, as the sender of all e-mails");
    if (STRIPE_URL && NODE_ENV === "production") problems.push("STRIPE_URL: is for tests only (not in production)");
    if (CAPTCHA_URL && NODE_ENV === "production") problems.push("CAPTCHA_URL: is for tests only (not in production)");
    if (FLAGS_URL && FLAGS_FILE) problems.push("FLAGS_FILE: cannot be combined with FLAGS_URL");
    if (FLAGS_TOKEN && !FLAGS_URL) problems.push("FLAGS_TOKEN: needs FLAGS_URL, which is not set");
    if (FAULT && NODE_ENV !== "test") problems.push("FAULT: is for tests only (NODE_ENV=test)");
  }
  if (!parsed.success || problems.length > 0)
    throw new Error(
      `The settings are not right:\n${problems.map((line) => `  ${line}`).join("\n")}\ndocs/settings.md explains each.`,
    );
  return {
    ...parsed.data,
    BASE_URL: parsed.data.BASE_URL ?? `http://localhost:${parsed.data.PORT}`,
    OFFICE_URL: parsed.data.OFFICE_URL ?? parsed.data.BASE_URL ?? `http://localhost:${parsed.data.PORT}`,
    DRAIN_SECONDS: parsed.data.DRAIN_SECONDS ?? (parsed.data.NODE_ENV === "production" ? 5 : 0),
    DEMO: parsed.data.DEMO ?? parsed.data.NODE_ENV !== "production",
  };
};
