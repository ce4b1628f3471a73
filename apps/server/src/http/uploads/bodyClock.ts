import type { IncomingMessage, Server } from "node:http";

/** How long the whole of an upload may take: 27 MB (a catalogue's archive in base64) at the slowest pace. */
export const maxUploadMs = 600_000;
/** The slowest line that an upload may have, on average. */
const minBytesPerSecond = 48 * 1024;

type Clock = { readonly limitMs: number; stop: () => void };
const clocks = new WeakMap<IncomingMessage, Clock>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** As Node does for a request that takes too long: answers 408 and closes the connection. */
const cut = (server: Server, request: IncomingMessage): void => {
  if (request.complete) return;
  const late = Object.assign(new Error("The body took too long."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", late, request.socket);
};

/**
 * Cuts off requests whose body takes longer than `limitMs`. Node has one time for all requests and their headers; ours is
 * shorter for all but uploads. It begins before any hook, so it counts for requests that no route answers too.
 */
export const installBodyClock = (server: Server, limitMs: number): void => {
  server.prependListener("request", (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const timer = setTimeout(() => cut(server, request), limitMs).unref();
    const clock = { limitMs, stop: () => clearTimeout(timer) };
    clocks.set(request, clock);
    for (const end of ["end", "close"]) request.once(end, () => clock.stop());
  });
};

/** The pace of what has come so far: whether it pauses for too long, or is too slow altogether. */
export const isTooSlow = (
  {
    bytes,
    sinceStartMs,
    sinceProgressMs,
  }: { readonly bytes: number; readonly sinceStartMs: number; readonly sinceProgressMs: number },
  limitMs: number,
): boolean => sinceProgressMs >= limitMs || bytes < (minBytesPerSecond * Math.max(0, sinceStartMs - limitMs)) / 1000;

/** Lets a body take its time as long as it comes on: it may pause for the limit of other bodies, and has a slowest pace. */
export const allowSlowBody = (server: Server, request: IncomingMessage): void => {
  const clock = clocks.get(request);
  if (!clock) return;
  clock.stop();
  const { limitMs } = clock;
  const { socket } = request;
  const [startAt, startBytes] = [performance.now(), socket.bytesRead];
  let [progressAt, seenBytes] = [startAt, startBytes];
  const timer = setInterval(
    () => {
      const now = performance.now();
      if (socket.bytesRead > seenBytes) [progressAt, seenBytes] = [now, socket.bytesRead];
      const pace = { bytes: seenBytes - startBytes, sinceStartMs: now - startAt, sinceProgressMs: now - progressAt };
      if (!isTooSlow(pace, limitMs)) return;
      clock.stop();
      cut(server, request);
    },
    Math.min(1000, limitMs / 5),
  ).unref();
  clock.stop = () => clearInterval(timer);
};
