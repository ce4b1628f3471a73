import { performance } from "node:perf_hooks";

/** Takes all that it can get of a processor until it is ended, and asks nobody for anything. */
while (performance.now() > 0);
