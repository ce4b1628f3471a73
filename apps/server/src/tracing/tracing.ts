import type { FastifyInstance } from "fastify";

/** The running tracing of this process. */
export type Tracing = {
  /** Begins a span for each request of an app. */
  readonly traceRequests: (app: FastifyInstance) => void;
  /** What a log line says of the trace that it belongs to. */
  readonly logFields: () => { readonly traceId?: string };
  /** Sends what is recorded, and ends. */
  readonly close: () => Promise<void>;
};
