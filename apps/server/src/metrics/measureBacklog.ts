import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import type { Connections } from "../db/connections.ts";
import { readBacklog, type Backlog } from "./backlog.sql.ts";

const deadlineMs = 3_000;

const helps: Readonly<Record<keyof Backlog, readonly [name: string, help: string]>> = {
  outbox_overdue: ["foyer_outbox_overdue_seconds", "How long the oldest due e-mail has waited to be sent"],
  outbox_waiting: ["foyer_outbox_waiting", "E-mails that are not sent yet"],
  outbox_retrying: ["foyer_outbox_retrying", "E-mails that could not be sent and are tried again"],
  stray_age: ["foyer_stray_payment_age_seconds", "How long ago the oldest payment without an order was captured"],
  stray_count: ["foyer_stray_payments", "Captured payments without an order that are not given back"],
  wallet_overdue: ["foyer_wallet_overdue_seconds", "How long the oldest changed pass has waited for its wallet"],
  wallet_waiting: ["foyer_wallet_waiting", "Passes whose wallets are not notified of a change yet"],
};
const fields = Object.keys(helps) as (keyof Backlog)[];

/** Measures work waiting in the database. If the database does not answer in time, there are no values. */
export const measureBacklog = (registry: Registry, connections: Connections): (() => Promise<void>) => {
  const registers = [registry];
  const up = new Gauge({ name: "foyer_database_up", help: "1 while the database answers", registers });
  const gauges = new Map(
    fields.map((field) => [field, new Gauge({ name: helps[field][0], help: helps[field][1], registers })]),
  );
  return async () => {
    const read = readBacklog(connections.acrossSellers()).catch(() => undefined);
    const backlog = await Promise.race([read, sleep(deadlineMs, undefined, { ref: false })]);
    up.set(backlog ? 1 : 0);
    for (const [field, gauge] of gauges)
      if (backlog) gauge.set(backlog[field]);
      else gauge.remove();
  };
};
