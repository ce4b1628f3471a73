import type { FastifyInstance } from "fastify";
import { Counter, Histogram, type Registry } from "prom-client";

/** Seconds; a hold that takes longer than one second is too slow. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Used for requests that match no route, since their URL could be anything. */
const noRoute = "none";

/** Counts and times requests by their route's template, never by URL. */
export const requestMeter = (registry: Registry): ((app: FastifyInstance) => void) => {
  const registers = [registry];
  const requests = new Counter({
    name: "foyer_http_requests_total",
    help: "Requests answered, by route and status code",
    labelNames: ["method", "route", "code"] as const,
    registers,
  });
  const durations = new Histogram({
    name: "foyer_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its answer",
    labelNames: ["method", "route"] as const,
    buckets,
    registers,
  });
  return (app) => {
    app.addHook("onResponse", (request, reply, done) => {
      const route = request.routeOptions.url ?? noRoute;
      const method = route === noRoute ? noRoute : request.method;
      requests.inc({ method, route, code: reply.statusCode });
      durations.observe({ method, route }, reply.elapsedTime / 1000);
      done();
    });
  };
};
