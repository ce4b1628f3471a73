import type { FastifyInstance } from "fastify";

/** The running tracing of this process. */
export type Tracing = {
  /** Starts a span for each request of an app. */
  readonly traceRequests: (app: FastifyInstance) => void;
  /** The fields that link a log line to its trace. */
  readonly logFields: () => { readonly traceId?: string };
  /** Sends the recorded spans, and stops. */
  readonly close: () => Promise<void>;
};
