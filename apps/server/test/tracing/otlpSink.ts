import { createServer } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";

type Value = { readonly stringValue?: string; readonly intValue?: number };
type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly status: { readonly code?: number };
};
type Sent = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
};

export type ReceivedSpan = Omit<SentSpan, "attributes"> & {
  readonly attributes: Readonly<Record<string, string | number>>;
};

/** A collector that keeps what it receives. */
export type OtlpSink = {
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  /** The bodies as they were sent. */
  readonly bodies: string[];
  readonly authorizations: (string | undefined)[];
  close(): Promise<void>;
};

export const openOtlpSink = async (): Promise<OtlpSink> => {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const isTraces = request.method === "POST" && request.url === "/v1/traces";
      if (!isTraces) return response.writeHead(404).end();
      bodies.push(body);
      authorizations.push(request.headers.authorization);
      for (const { scopeSpans } of (JSON.parse(body) as Sent).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans.map(received));
      return response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    spans,
    bodies,
    authorizations,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};

const received = ({ attributes, ...span }: SentSpan): ReceivedSpan => ({
  ...span,
  attributes: Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  ),
});
