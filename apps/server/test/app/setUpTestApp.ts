import { afterAll, beforeAll } from "vitest";
import { expectInvariants } from "../database/expectInvariants.ts";
import { openTestApp, type TestApp } from "./testApp.ts";

/** Opens a server for the tests of a file, and checks the database's invariants at the end. */
export const setUpTestApp = (onOpen: (server: TestApp) => void): void => {
  let server: TestApp | undefined;
  beforeAll(async () => {
    server = await openTestApp();
    onOpen(server);
  });
  afterAll(async () => {
    if (server) await expectInvariants(server.db);
    await server?.close();
  });
};
