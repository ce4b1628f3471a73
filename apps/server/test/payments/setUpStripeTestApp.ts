import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { expectInvariants } from "../database/expectInvariants.ts";
import { openStripeTestApp, type StripeTestApp } from "./stripeApp.ts";

/**
 * Opens a server with a double of Stripe for the tests of a file. Checks that every call follows Stripe's schema, and
 * the database's invariants at the end.
 */
export const setUpStripeTestApp = (onOpen: (app: StripeTestApp) => void): void => {
  let app: StripeTestApp | undefined;
  beforeAll(async () => {
    app = await openStripeTestApp();
    onOpen(app);
  });
  afterEach(() => expect(app?.double.violations ?? []).toEqual([]));
  afterAll(async () => {
    if (app) await expectInvariants(app.server.db);
    await app?.close();
  });
};
