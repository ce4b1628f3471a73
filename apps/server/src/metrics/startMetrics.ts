import { createServer, type Server } from "node:http";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Connections } from "../db/connections.ts";
import { measureBacklog } from "./measureBacklog.ts";
import { measurePool } from "./measurePool.ts";
import { requestMeter } from "./measureRequests.ts";
import { measureSignals } from "./measureSignals.ts";
import type { Metrics } from "./metrics.ts";

type Listen = { readonly port: number; readonly host: string };

/** Starts measuring, and serves `GET /metrics` on a port of its own, which only the monitoring may reach. */
export const startMetrics = async (connections: Connections, { port, host }: Listen): Promise<Metrics> => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measurePool(registry, connections);
  const refreshBacklog = measureBacklog(registry, connections);
  const stopListening = measureSignals(registry);
  const scrape = async (): Promise<string> => {
    await refreshBacklog();
    return registry.metrics();
  };
  const server = metricsServer(scrape, registry.contentType);
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, host, done));
  const bound = server.address();
  return {
    address: `http://${host}:${typeof bound === "object" && bound ? bound.port : port}/metrics`,
    measureRequests: requestMeter(registry),
    close: async () => {
      stopListening();
      registry.clear();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};

const metricsServer = (scrape: () => Promise<string>, type: string): Server =>
  createServer((request, response) => {
    const isScrape = request.method === "GET" && request.url === "/metrics";
    if (!isScrape) return void response.writeHead(404).end();
    scrape().then(
      (text) => response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(text),
      () => response.writeHead(500).end(),
    );
  });
