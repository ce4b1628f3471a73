import { violatedConstraint } from "../../errors/violates.ts";

/** Keys whose values are never logged: personal data and secrets. */
const redactedKeys =
  /^(?:first_name|last_name|name|admit_names?|admit_emails?|email(?:_confirm)?|to_address|phone|address(?:_more)?|city|zip_code|password(?:_confirm)?|token|otp|cookie|authorization|card|cvc|number|normalized|scan_code|member_code|member_number|username|jwt|id_token|holder_(?:name|email)|giftee|redirect_path|secret|additional_?info|identity|gateway_data|body|payload|url)$/i;

/** The same inside texts: e-mail addresses, secrets in URLs, tokens, numbers of payment cards and gift cards. */
const redactedPatterns: readonly (readonly [RegExp, string])[] = [
  [/[^\s@"'<>=&?]+@[^\s@"'<>]+\.[^\s@"'<>]+/g, "[e-mail]"],
  [
    /([?&](?:token|otp|jwt|id_token_hint|trip|code|gift_code|member_code|zip_code|email|state|login\.\w+|payment_intent_client_secret)=)[^&\s"]+/g,
    "$1[secret]",
  ],
  [/\$argon2id?\$[\w=,$+/]+/g, "[password]"],
  [/\b(?:[sr]k_(?:test|live)_|whsec_|pi_\w+_secret_)[\w+/=]+/g, "[secret]"],
  [/(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/g, "[token]"],
  [/(\/ledger\/[^\s/?]+\/)[^\s?"]+/g, "$1[gift card]"],
  [/(?<![\w-])[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}(?![\w-])/gi, "[gift card]"],
  // Without dashes it could be ordinary words, so it needs a digit; one in two thousand gift card numbers has none.
  [/(?<![\w-])(?=[A-Z ]*\d)[0-9A-Z]{4}(?: ?[0-9A-Z]{4}){4}(?![\w-])/gi, "[gift card]"],
  [/(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g, "[card]"],
];
const redactText = (message: string): string =>
  redactedPatterns.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), message);

/**
 * An error as it is logged. A PostgreSQL message can quote values of a row, so only its code, table, constraint and
 * stack are kept.
 */
export const loggableError = (error: Error): Record<string, unknown> => {
  const { name: type, message, stack = "" } = error;
  if (!("severity" in error)) return { type, message: redactText(message), stack: redactText(stack) };
  const { code, table, routine } = error as { code?: string; table?: string; routine?: string };
  return {
    type,
    code,
    table,
    constraint: violatedConstraint(error),
    routine,
    stack: stack
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
  };
};

const redact = (value: unknown, depth = 4): unknown => {
  if (typeof value === "string") return redactText(value);
  if (value instanceof Error) return loggableError(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "[deep]";
  if (Array.isArray(value)) return value.map((item) => redact(item, depth - 1));
  // Class instances such as requests and sockets contain everything that was sent.
  if (Object.getPrototypeOf(value) !== Object.prototype) return `[${value.constructor?.name ?? "object"}]`;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      redactedKeys.test(key) ? "[redacted]" : redact(inner, depth - 1),
    ]),
  );
};

/** Options for Fastify's logger that remove personal data and secrets from every line. */
export const loggerOptions = (options: object): object => ({
  ...options,
  hooks: {
    logMethod(this: unknown, args: unknown[], log: (...args: unknown[]) => void) {
      log.apply(
        this,
        args.map((arg) => redact(arg)),
      );
    },
  },
});
