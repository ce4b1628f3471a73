import { beforeAll } from "vitest";
import { setUpTestApp } from "../app/setUpTestApp.ts";
import type { TestApp } from "../app/testApp.ts";
import { createTestShop, type SellerOverrides, type TestShop } from "../shop/createTestShop.ts";
import { createLevels, type TestLevels } from "./membershipLevels.ts";

type LevelSetup = { readonly server: TestApp; readonly shop: TestShop; readonly levels: TestLevels };

/** Opens a server and a shop that sells memberships, for the tests of a file. */
export const setUpLevels = (onOpen: (setup: LevelSetup) => void, seller: SellerOverrides = {}): void => {
  let server: TestApp;
  setUpTestApp((opened) => void (server = opened));
  beforeAll(async () => {
    const shop = await createTestShop(server.db, { seller });
    onOpen({ server, shop, levels: await createLevels(server, shop) });
  });
};
