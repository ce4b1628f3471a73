import type { AppDeps } from "../../src/app.ts";
import { Connections } from "../../src/db/connections.ts";
import type { Metrics } from "../../src/metrics/metrics.ts";
import { startMetrics } from "../../src/metrics/startMetrics.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";
import { cloneDatabase } from "../database/cloneDatabase.ts";

export type MeasuredApp = TestApp & { readonly metrics: Metrics };

/** A test server whose process is measured. */
export const openMeasuredApp = async (deps: Partial<AppDeps> = {}): Promise<MeasuredApp> => {
  const { app: databaseConfig } = await cloneDatabase();
  const connections = new Connections({ ...databaseConfig, max: 6 });
  const metrics = await startMetrics(connections, { port: 0, host: "127.0.0.1" });
  const server = await openTestApp({ connections, instrument: metrics.measureRequests, ...deps }, { databaseConfig });
  return {
    ...server,
    metrics,
    close: async () => {
      await metrics.close();
      await server.close();
      await connections.close();
    },
  };
};
