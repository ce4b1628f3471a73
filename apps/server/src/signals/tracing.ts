/** Values are chosen by the code, or numbers: never an id of a person, a slug, a parameter or anything that was sent. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export type SpanInfo = {
  readonly name: string;
  /** `job` begins a trace of its own; the others are left out where there is none to belong to. */
  readonly kind: "internal" | "client" | "job";
  readonly attributes?: SpanAttributes;
};

/** What records how long work takes, and which work it is a part of. */
export type Tracer = {
  /** Calls `work` at once and returns its promise. */
  readonly run: <R>(span: SpanInfo, work: () => Promise<R>) => Promise<R>;
  /** Adds to the span that runs. */
  readonly annotate: (attributes: SpanAttributes) => void;
};

let tracer: Tracer | undefined;

/** Begins to trace this process, or ends it. */
export const setTracer = (next: Tracer | undefined): void => void (tracer = next);

/** Whether spans are recorded: what a span costs to describe can be saved otherwise. */
export const isTracing = (): boolean => tracer !== undefined;

/** Runs work as a span. Without a tracer it only calls `work`. */
export const traced = <R>(span: SpanInfo, work: () => Promise<R>): Promise<R> =>
  tracer ? tracer.run(span, work) : work();

export const annotateSpan = (attributes: SpanAttributes): void => tracer?.annotate(attributes);

/** A call of a service outside. Both names are of the code. */
export const tracedCall = <R>(provider: string, call: string, work: () => Promise<R>): Promise<R> =>
  tracer
    ? tracer.run(
        { name: `${provider} ${call}`, kind: "client", attributes: { "foyer.provider": provider, "foyer.call": call } },
        work,
      )
    : work();
