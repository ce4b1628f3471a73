import { isCode, isTest, read, trackedFiles } from "./source.ts";

/**
 * Handlers of ticket groups and payment gateways may differ only in their registries. Refuses comparisons with the name
 * of a handler or gateway, in TypeScript and in SQL, and names of payment providers outside their adapters. The names
 * are read from the contract, so a new one is checked at once.
 */
const handlerList = "packages/contract/src/handlers.ts";
const gatewayList = "packages/contract/src/shop/cardGateways.ts";

/** Where a name may be used: the lists, the registries, and what only one handler or gateway needs. */
const definitions = new Set([
  handlerList,
  "packages/rules/src/catalog/handlers.ts",
  gatewayList,
  "packages/rules/src/checkout/gateways.ts",
]);
/**
 * Files that may name a provider: the registries, rules about its amounts, the table of its ids, its address for tests,
 * its error context, the tables about a person and their retention.
 */
const namesProviders = new Set([
  gatewayList,
  "apps/server/src/providers/payments/gatewayRegistry.ts",
  "apps/storefront/src/features/checkout/payment/gateways.ts",
  "packages/rules/src/checkout/amountSteps.ts",
  "packages/rules/src/checkout/stripeAmount.ts",
  "packages/contract/src/errors.ts",
  "apps/server/src/db/schema/payments.ts",
  "apps/server/src/db/schema/schema.ts",
  "apps/server/src/settings.ts",
  "apps/server/src/providers/openProviders.ts",
  "apps/server/src/cli/person/personalData.ts",
  "apps/server/src/jobs/retention/tableRetention.ts",
]);

const namesIn = (path: string, pattern: RegExp): readonly string[] =>
  [...read(path).matchAll(pattern)].flatMap(([, names = ""]) => [...names.matchAll(/\w+/g)].map(([name]) => name));

const handlers = namesIn(handlerList, /handlerNames = \[([^\]]*)\]/g);
const cardGateways = namesIn(gatewayList, /cardPayment\(\s*"(\w+)"/g);
if (handlers.length === 0 || cardGateways.length === 0) throw new Error("The lists of the contract were not found.");
const gateways = [...cardGateways, "ledger"];
/** `test` is an ordinary word, and not a provider. */
const providers = cardGateways.filter((name) => name !== "test");

const comparisonsWith = (subject: string, names: readonly string[]): RegExp => {
  const name = `["'](?:${names.join("|")})["']`;
  return new RegExp(
    [
      `\\b${subject}\\)?(?: \\?\\? "\\w+")?\\s*(?:[!=]==?|<>|=)\\s*${name}`,
      `\\b${subject}\\s+(?:not )?in\\s*\\(\\s*${name}`,
      `"g?\\.?${subject}", "(?:=|!=|<>|in|not in)", \\[?${name}`,
      `\\[(?:${name}(?:, )?)+\\]\\.includes\\([^)]*\\b${subject}\\b`,
    ].join("|"),
    "g",
  );
};
const forbidden = [
  { pattern: comparisonsWith("handler", handlers), instead: "ask packages/rules/src/catalog/handlers.ts" },
  { pattern: comparisonsWith("(?:gateway|gateway_id|gateway\\.id)", gateways), instead: "ask a registry of gateways" },
];

const problems: string[] = [];
const report = (path: string, index: number, problem: string): void => {
  const line = read(path).slice(0, index).split("\n").length;
  problems.push(`${path}:${line}: ${problem}`);
};

const product = trackedFiles().filter(
  (path) => isCode(path) && !isTest(path) && /^(packages|apps)\//.test(path) && !path.startsWith("packages/demo/"),
);
for (const path of product) {
  const text = read(path);
  if (!definitions.has(path))
    for (const { pattern, instead } of forbidden)
      for (const { 0: found, index } of text.matchAll(pattern)) report(path, index, `'${found}': ${instead}`);
  for (const provider of providers) {
    const isItsOwn = path.toLowerCase().includes(`/${provider}`) || namesProviders.has(path);
    const index = text.toLowerCase().indexOf(provider);
    if (index >= 0 && !isItsOwn) report(path, index, `names ${provider} outside of its adapter`);
  }
}
const unused = [...namesProviders].filter((path) => !providers.some((name) => read(path).toLowerCase().includes(name)));
for (const path of unused) problems.push(`${path}: may name a provider, and names none`);

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `registries: ${handlers.length} handlers, ${gateways.length} gateways, ${problems.length} names outside of them\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
