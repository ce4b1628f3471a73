import { Gauge, type Registry } from "prom-client";
import type { Connections } from "../db/connections.ts";

/** Measures the database connections whenever the metrics are read. */
export const measurePool = (registry: Registry, connections: Connections): void => {
  const { pool } = connections;
  const gauge = (name: string, help: string, read: () => number): void =>
    void new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge("foyer_pool_connections", "Open connections to the database", () => pool.totalCount);
  gauge("foyer_pool_busy", "Connections that are in use", () => connections.busyCount);
  gauge("foyer_pool_waiting", "Requests that wait for a connection", () => connections.waitingCount);
  gauge("foyer_pool_max", "Connections that may be open", () => pool.options.max);
};
