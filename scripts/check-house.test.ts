import { expect, test } from "vitest";
import { faults } from "./check-house.ts";

const code = "export const x = 1;\n";

test.each([
  ["contract knows only zod", "packages/contract/src/cart.ts", "@foyer/rules/fees.ts"],
  ["contract uses no other library", "packages/contract/src/cart.ts", "kysely"],
  ["rules know no database", "packages/rules/src/fees.ts", "../../../apps/server/src/db/open.ts"],
  ["rules know no library", "packages/rules/src/fees.ts", "react"],
  ["ui knows no ticket", "packages/ui/src/Button.tsx", "@foyer/contract/cart.ts"],
  ["demo knows no server", "packages/demo/src/people.ts", "../../../apps/server/src/app.ts"],
  ["db knows no module", "apps/server/src/db/open.ts", "../modules/cart/reserve.ts"],
  ["http knows no module", "apps/server/src/http/mount.ts", "../modules/cart/cart.routes.ts"],
  ["a module does not look to the right", "apps/server/src/modules/cart/reserve.ts", "../checkout/pay.ts"],
  ["a module leaves the SQL of others alone", "apps/server/src/modules/cart/reserve.ts", "../catalog/catalog.sql.ts"],
  ["a module does not know Fastify", "apps/server/src/modules/cart/reserve.ts", "fastify"],
  ["a module does not know the page", "apps/server/src/modules/cart/reserve.ts", "../../page/head.ts"],
  ["a feature does not look to the right", "apps/storefront/src/features/cart/CartPanel.tsx", "../checkout/pay.ts"],
  ["a feature knows no route", "apps/storefront/src/features/cart/CartPanel.tsx", "../../routes/paths.ts"],
  ["shared knows no feature", "apps/storefront/src/shared/clock.ts", "../features/cart/cart.queries.ts"],
  ["the storefront knows no server", "apps/storefront/src/App.tsx", "../../server/src/app.ts"],
])("a broken wall is caught: %s", (_, path, target) => {
  for (const text of [
    `import { y } from "${target}";\n${code}`,
    `import {\n  y,\n} from "${target}";\n${code}`,
    `${code}await import("${target}");\n`,
  ])
    expect(faults([{ path, text }])).toEqual([expect.stringContaining(target)]);
});

test.each([
  ["packages/rules/src/fees.ts", `import type { Fee } from "@foyer/contract/fees.ts";\n${code}`],
  [
    "apps/server/src/modules/cart/reserve.ts",
    `import { takeRoom } from "./cart.sql.ts";\nimport { readEvent } from "../catalog/readEvent.ts";\n${code}`,
  ],
  [
    "apps/server/src/modules/cart/cart.test.ts",
    `import { buildApp } from "../../app.ts";\nimport { makeSeller } from "@foyer/demo/make.ts";\n${code}`,
  ],
  ["apps/storefront/src/features/checkout/Pay.tsx", `import { cartQuery } from "../cart/cart.queries.ts";\n${code}`],
  ["apps/storefront/src/routes/routes.ts", `import { Shell } from "../shell/SiteShell.tsx";\n${code}`],
])("what is allowed passes: %s", (path, text) => {
  expect(faults([{ path, text }])).toEqual([]);
});

test("rules take only types from contract", () => {
  expect(
    faults([{ path: "packages/rules/src/fees.ts", text: `import { Fee } from "@foyer/contract/fees.ts";\n${code}` }]),
  ).toHaveLength(1);
});

test.each([
  "packages/extras/src/thing.ts",
  "apps/tablet/src/main.ts",
  "apps/server/src/modules/seating2/seat.ts",
  "apps/server/src/services/thing.ts",
  "apps/storefront/src/features/basket/Basket.ts",
  "apps/storefront/src/widgets/Widget.ts",
])("a room that is not listed is caught: %s", (path) => {
  expect(faults([{ path, text: code }])).toContainEqual(expect.stringContaining("not listed"));
});

test.each([
  ["packages/rules/src/index.ts", code, "index"],
  ["packages/rules/src/all.ts", `export * from "./fees.ts";\nexport { a } from "./days.ts";\n`, "barrel"],
  ["packages/rules/src/utils.ts", code, "drawer"],
  ["apps/server/src/http/helpers/x.ts", code, "drawer"],
  ["apps/server/src/page/Head.tsx", code, "JSX"],
])("what the house does not have is caught: %s", (path, text, word) => {
  expect(faults([{ path, text }])).toContainEqual(expect.stringContaining(word));
});
