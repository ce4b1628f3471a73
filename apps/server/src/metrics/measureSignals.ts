import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import {
  batches,
  breakers,
  endedJobs,
  holds,
  laneRefusals,
  lanes,
  plannedJobs,
  purchases,
  refusals,
} from "../signals/signals.ts";

/** Starts measuring the server's signals. Returns a function that ends it. */
export const measureSignals = (registry: Registry): (() => void) => {
  const ends = [...measureShop(registry), ...measureQueues(registry), ...measureJobs(registry)];
  return () => {
    for (const end of ends) end();
  };
};

const measureShop = (registry: Registry): (() => void)[] => {
  const registers = [registry];
  const carts = new Counter({ name: "foyer_holds_total", help: "Changes of carts", registers });
  const tickets = new Counter({ name: "foyer_tickets_held_total", help: "Tickets added to carts", registers });
  const orders = new Counter({ name: "foyer_purchases_total", help: "Orders made", registers });
  const refused = new Counter({
    name: "foyer_refusals_total",
    help: "Refused requests, by code of the error catalogue",
    labelNames: ["code"] as const,
    registers,
  });
  return [
    holds.listen((hold) => {
      carts.inc();
      tickets.inc(hold.tickets);
    }),
    purchases.listen((purchase) => orders.inc(purchase.orders)),
    refusals.listen(({ code }) => refused.inc({ code })),
  ];
};

const measureQueues = (registry: Registry): (() => void)[] => {
  const registers = [registry];
  const sizes = new Histogram({
    name: "foyer_batch_size",
    help: "Jobs in one batch",
    labelNames: ["batch"] as const,
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const waits = new Histogram({
    name: "foyer_batch_wait_seconds",
    help: "How long a batch's first job waited for the batch before",
    labelNames: ["batch"] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const lane = { labelNames: ["lane"] as const, registers };
  const busy = new Gauge({ name: "foyer_lane_busy", help: "Expensive jobs that run, by queue", ...lane });
  const waiting = new Gauge({ name: "foyer_lane_waiting", help: "Expensive jobs that wait, by queue", ...lane });
  const refused = new Counter({ name: "foyer_lane_refused_total", help: "Expensive jobs refused, by queue", ...lane });
  const breakerEvents = new Counter({
    name: "foyer_breaker_events_total",
    help: "Circuit breakers of payment gateways that opened or closed, and calls refused by open ones",
    labelNames: ["gateway", "event"] as const,
    registers,
  });
  return [
    batches.listen(({ batch, size, waitSeconds }) => {
      sizes.observe({ batch }, size);
      waits.observe({ batch }, waitSeconds);
    }),
    lanes.listen((now) => {
      busy.set({ lane: now.lane }, now.busy);
      waiting.set({ lane: now.lane }, now.waiting);
    }),
    laneRefusals.listen(({ lane: name }) => refused.inc({ lane: name })),
    breakers.listen(({ gateway, event }) => breakerEvents.inc({ gateway, event })),
  ];
};

const measureJobs = (registry: Registry): (() => void)[] => {
  const job = { labelNames: ["job"] as const, registers: [registry] };
  const interval = new Gauge({ name: "foyer_job_interval_seconds", help: "Time between two runs of a job", ...job });
  const lastSuccess = new Gauge({
    name: "foyer_job_last_success_timestamp_seconds",
    help: "When a job last ended without an error; before its first run, when the server started",
    ...job,
  });
  const seconds = new Counter({ name: "foyer_job_seconds_total", help: "Time spent in a job", ...job });
  const runs = new Counter({
    name: "foyer_job_runs_total",
    help: "Runs of a job that ended, by outcome",
    labelNames: ["job", "outcome"] as const,
    registers: [registry],
  });
  return [
    plannedJobs.listen(({ job: name, everySeconds }) => {
      interval.set({ job: name }, everySeconds);
      lastSuccess.setToCurrentTime({ job: name });
    }),
    endedJobs.listen(({ job: name, seconds: took, hasFailed }) => {
      runs.inc({ job: name, outcome: hasFailed ? "failed" : "ended" });
      seconds.inc({ job: name }, took);
      if (!hasFailed) lastSuccess.setToCurrentTime({ job: name });
    }),
  ];
};
