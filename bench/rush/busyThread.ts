import { performance } from "node:perf_hooks";

/** Uses as much CPU time as it can get until it is stopped, and sends no requests. */
while (performance.now() > 0);
