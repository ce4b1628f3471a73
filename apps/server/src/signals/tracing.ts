/** Values are numbers or chosen by the code: never a person's id, a slug, a parameter or anything that was sent. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export type SpanInfo = {
  readonly name: string;
  /** `job` starts a trace of its own; spans of the other kinds are left out if there is no trace that they belong to. */
  readonly kind: "internal" | "client" | "job";
  readonly attributes?: SpanAttributes;
};

/** Records how long work takes, and which work it is part of. */
export type Tracer = {
  /** Calls `work` at once and returns its promise. */
  readonly run: <R>(span: SpanInfo, work: () => Promise<R>) => Promise<R>;
  /** Adds attributes to the current span. */
  readonly annotate: (attributes: SpanAttributes) => void;
};

let tracer: Tracer | undefined;

/** Starts tracing this process, or ends it. */
export const setTracer = (next: Tracer | undefined): void => void (tracer = next);

/** Whether spans are recorded. If not, the cost of describing a span can be saved. */
export const isTracing = (): boolean => tracer !== undefined;

/** Runs work as a span. Without a tracer it just calls `work`. */
export const traced = <R>(span: SpanInfo, work: () => Promise<R>): Promise<R> =>
  tracer ? tracer.run(span, work) : work();

export const annotateSpan = (attributes: SpanAttributes): void => tracer?.annotate(attributes);

/** Traces a call to an external service. Both names are constants of the code. */
export const tracedCall = <R>(provider: string, call: string, work: () => Promise<R>): Promise<R> =>
  tracer
    ? tracer.run(
        { name: `${provider} ${call}`, kind: "client", attributes: { "foyer.provider": provider, "foyer.call": call } },
        work,
      )
    : work();
