import type { Mutant } from "./mutant.ts";

const guard = "apps/server/src/http/hosts/installHostGuard.ts";
const guardTest = "apps/server/src/http/hosts/hostGuard.test.ts";
const pagesTest = "apps/server/src/page/sellerHosts.test.ts";

export const hostsMutants: readonly Mutant[] = [
  {
    name: "container_without_own_host",
    protects: "tenancy",
    file: "apps/server/src/page/security/tagContainer.ts",
    changes: [{ from: "(!production || host !== undefined)", to: "(!production || host !== null)" }],
    killedBy: {
      file: pagesTest,
      test: "a tag container is not loaded in production without a host of the seller's own",
    },
  },
  {
    name: "page_of_another_seller_at_own_host",
    protects: "tenancy",
    file: "apps/server/src/page/pages.ts",
    changes: [{ from: 'return owner === seller?.slug ? "own" : "elsewhere";', to: 'return "own";' }],
    killedBy: {
      file: pagesTest,
      test: "a page of a seller with a host of its own does not exist on another seller's host",
    },
  },
  {
    name: "page_at_shared_address",
    protects: "tenancy",
    file: "apps/server/src/page/pages.ts",
    changes: [{ from: 'return seller?.host === undefined ? "own" : "shared";', to: 'return "own";' }],
    killedBy: { file: pagesTest, test: "a page of a seller with a host of its own leads there from the address" },
  },
  {
    name: "api_of_another_seller_at_own_host",
    protects: "tenancy",
    file: guard,
    changes: [{ from: "(slug !== undefined && slug !== owner)", to: "(slug !== undefined && slug === owner + owner)" }],
    killedBy: { file: guardTest, test: "a seller's own host knows no other seller" },
  },
  {
    name: "session_at_shared_address",
    protects: "tenancy",
    file: guard,
    changes: [{ from: "|| !hosts.hasHost(slug)) return;", to: "|| slug !== undefined) return;" }],
    killedBy: { file: guardTest, test: "a seller's own host is where its seller's sessions begin" },
  },
  {
    name: "session_bound_to_host",
    protects: "tenancy",
    file: "apps/server/src/http/session/session.ts",
    changes: [
      { from: "host === undefined ? token : `${host} ${token}`", to: "host === null ? `${host} ${token}` : token" },
    ],
    killedBy: {
      file: guardTest,
      test: "a session that began at the shared address is not valid at the seller's own host",
    },
  },
  {
    name: "cookie_bound_to_host",
    protects: "tenancy",
    file: "apps/server/src/http/session/session.ts",
    changes: [{ from: '`${secure ? "__Host-" : ""}foyer.${slug}`', to: '`${secure ? "" : ""}foyer.${slug}`' }],
    killedBy: { file: guardTest, test: "a seller's own host is the only one that gets the cookie" },
  },
];
