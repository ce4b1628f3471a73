import type { FastifyInstance } from "fastify";

/** The running measurement of this process. */
export type Metrics = {
  /** Where they can be read, such as 'http://127.0.0.1:9464/metrics'. */
  readonly address: string;
  /** Counts and times each request of an app. */
  readonly measureRequests: (app: FastifyInstance) => void;
  readonly close: () => Promise<void>;
};
