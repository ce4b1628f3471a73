import { afterAll, afterEach, beforeAll } from "vitest";
import { expectInvariants } from "../database/expectInvariants.ts";
import { pauseAt } from "../../src/db/faultPoints.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { createLoginShop, TestVisitor } from "./login.ts";
import { TestOidcProvider, type OidcClaims } from "./oidcProvider.ts";
import { openSsoTestApp, registerClient, type SsoTestApp } from "./ssoApp.ts";
import { moveClock } from "../database/moveClock.ts";

/** A shop whose users log in at an OpenID provider. */
type OpenedSsoShop = { readonly server: SsoTestApp; readonly provider: TestOidcProvider; readonly shop: TestShop };

/** Opens such a shop before the tests of a file, and checks the invariants after them. */
export const setUpSsoShop = (onOpen: (opened: OpenedSsoShop) => void) => {
  let opened: OpenedSsoShop;
  let people = 0;
  /** `minutes` is how far the database's clock is ahead, for new connections; reset to 0 after each test. */
  const clock = { minutes: 0 };
  const lines: string[] = [];
  beforeAll(async () => {
    const provider = await TestOidcProvider.open();
    const server = await openSsoTestApp(
      { timeoutSeconds: 1 },
      { logger: { level: "info", stream: { write: (line: string) => void lines.push(line) } } },
    );
    moveClock(server.connections, () => `${clock.minutes} minutes`);
    opened = { server, provider, shop: await createLoginShop(server, "sso") };
    registerClient(server, provider, opened.shop);
    onOpen(opened);
  });
  afterEach(() => {
    pauseAt("external_identity_read", undefined);
    clock.minutes = 0;
    opened.provider.delay = 0;
  });
  afterAll(async () => {
    await expectInvariants(opened.server.db);
    await opened.server.close();
    await opened.provider.close();
  });
  return {
    clock,
    /** What the server has logged. */
    lines,
    visitor: (of: TestShop = opened.shop, cookie = "") => new TestVisitor(opened.server, of, { cookie }),
    /** Adds a person to the provider and returns their subject. */
    person: (claims: OidcClaims = {}): string =>
      opened.provider.addPerson({
        given_name: "Grace",
        family_name: "Hopper",
        email: `grace${(people += 1)}@id.example`,
        email_verified: true,
        ...claims,
      }),
    /** The user that a visitor is logged in as. */
    whoIs: async (caller: TestVisitor) => (await caller.get("/my/user")).body.user._data[0],
  };
};
