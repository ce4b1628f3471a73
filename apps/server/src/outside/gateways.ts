import type { GatewayDeps, GatewayFinder } from "./payments/payments.ts";
import { testGateway } from "./payments/test.ts";

/** The gateways that are set up. The test gateway moves no money, so production has it only when told to. */
export const gateways = (deps: GatewayDeps, allowed: { test: boolean }): GatewayFinder => {
  const test = testGateway(deps);
  return (id) => (id === "test" && allowed.test ? test : undefined);
};
