import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { Refused } from "../errors/refused.ts";
import { errorCode } from "../errors/errorCode.ts";
import { setTracer, type SpanInfo, type Tracer } from "../signals/tracing.ts";
import { requestTracer } from "./traceRequests.ts";
import type { Tracing } from "./tracing.ts";

type Options = {
  /** Scheme, host and port of the collector; spans go to /v1/traces there. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of requests and jobs starting a trace here that are recorded: 0 to 1. */
  readonly ratio: number;
  /** The id of this server, to distinguish several. */
  readonly instance: string;
};

/** How long a stopping server waits for its last spans to be sent. */
const lastSendMs = 2000;

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, job: SpanKind.INTERNAL } as const;

/** Starts tracing requests, batches, statements, provider calls and jobs, and sends spans by OTLP. */
export const startTracing = ({ endpoint, headers, ratio, instance }: Options): Tracing => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "foyer", "service.instance.id": instance }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    // Spans that do not fit are dropped, which limits the memory used while the collector is down.
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: new URL("/v1/traces", endpoint).href, headers }),
        maxQueueSize: 4096,
        maxExportBatchSize: 512,
      }),
    ],
  });
  const tracer = provider.getTracer("foyer");
  const active = new AsyncLocalStorage<Context>();
  const activeSpan = (): Span | undefined => {
    const context = active.getStore();
    return context && trace.getSpan(context);
  };
  const run = <R>({ name, kind, attributes = {} }: SpanInfo, work: () => Promise<R>): Promise<R> => {
    const parent = active.getStore();
    if (!parent && kind !== "job") return work();
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ?? ROOT_CONTEXT);
    const pending = active.run(trace.setSpan(parent ?? ROOT_CONTEXT, span), work);
    pending.then(
      () => span.end(),
      (error: unknown) => endWithError(span, error),
    );
    return pending;
  };
  const annotate: Tracer["annotate"] = (attributes) => void activeSpan()?.setAttributes(attributes);
  setTracer({ run, annotate });
  return {
    traceRequests: requestTracer(tracer, active),
    logFields: () => {
      const traceId = activeSpan()?.spanContext().traceId;
      return traceId === undefined ? {} : { traceId };
    },
    close: async () => {
      setTracer(undefined);
      // A collector that does not answer must not keep the server from stopping.
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(lastSendMs, undefined, { ref: false })]);
    },
  };
};

/** Messages can quote what was sent, so only the kind of the error is kept. */
const endWithError = (span: Span, error: unknown): void => {
  const kind = error instanceof Refused ? error.code : (errorCode(error) ?? (error as Error | undefined)?.name);
  span.setAttribute("error.type", kind ?? "unknown");
  // A refusal is a reply, not an error.
  if (!(error instanceof Refused)) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
};
