import type { AsyncLocalStorage } from "node:async_hooks";
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanContext,
  type Tracer,
} from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Called every few seconds, and not worth a trace. */
const unseenRoutes = new Set(["/livez", "/readyz", "/healthz"]);

/** The fields of W3C Trace Context: version, trace, parent, flags. */
const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * The trace that a proxy started. Only a proxy that TRUST_PROXY names is believed: anyone else could have every request
 * recorded, or put requests of their choice into one trace.
 */
const remoteParent = ({ headers, ips = [] }: FastifyRequest): SpanContext | undefined => {
  // The first address is the peer. There are more only if the peer is a trusted proxy that forwards its client's address.
  if (ips.length < 2) return undefined;
  const [, traceId = "", spanId = "", flags = "0"] = traceparentPattern.exec(String(headers["traceparent"])) ?? [];
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(found) ? found : undefined;
};

/** A span per request, named by its route's template, which contains all work caused by the request. */
export const requestTracer =
  (tracer: Tracer, active: AsyncLocalStorage<Context>) =>
  (app: FastifyInstance): void => {
    const contexts = new WeakMap<FastifyRequest, Context>();
    app.addHook("onRequest", (request, _reply, done) => {
      const { url } = request.routeOptions;
      if (url !== undefined && unseenRoutes.has(url)) return done();
      const route = url ?? "none";
      const remote = remoteParent(request);
      const span = tracer.startSpan(
        `${request.method} ${route}`,
        { kind: SpanKind.SERVER, attributes: { "http.request.method": request.method, "http.route": route } },
        remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT,
      );
      const context = trace.setSpan(ROOT_CONTEXT, span);
      contexts.set(request, context);
      active.run(context, done);
    });
    // Reading the body leaves the first async context.
    app.addHook("preValidation", (request, _reply, done) => {
      const context = contexts.get(request);
      if (context) active.run(context, done);
      else done();
    });
    app.addHook("onResponse", (request, reply, done) => {
      const context = contexts.get(request);
      const span = context && trace.getSpan(context);
      span?.setAttribute("http.response.status_code", reply.statusCode);
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
  };
