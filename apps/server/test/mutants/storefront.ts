import type { Mutant } from "./mutant.ts";

const navigation = "apps/storefront/src/shell/navigation";

export const storefrontMutants: readonly Mutant[] = [
  {
    name: "query_is_cleaned_without_navigation",
    protects: "access",
    file: `${navigation}/navigateTo.ts`,
    changes: [
      {
        from: "else if (result.search) replaceQuery(normalizeHref(boot.base + target));",
        to: "else if (result.search) navigate(target, { replace: true });",
      },
    ],
    killedBy: {
      file: `${navigation}/navigateTo.test.ts`,
      test: "cleaning the query of the address does not stop a navigation that has begun",
    },
  },
];
