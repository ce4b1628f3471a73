import type { IncomingMessage, Server } from "node:http";

/** The maximum time for an entire upload: 27 MB (a catalogue's archive in base64) at the slowest rate. */
export const maxUploadMs = 600_000;
/** The minimum average rate of an upload. */
const minBytesPerSecond = 48 * 1024;

type Clock = { readonly limitMs: number; stop: () => void };
const clocks = new WeakMap<IncomingMessage, Clock>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Replies 408 and closes the connection, as Node does for a request that takes too long. */
const cut = (server: Server, request: IncomingMessage): void => {
  if (request.complete) return;
  const late = Object.assign(new Error("The body took too long."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", late, request.socket);
};

/**
 * Cuts off requests whose body takes longer than `limitMs`. Node has one time limit for all requests including their
 * headers; ours is shorter for everything but uploads. It starts before any hook, so it also applies to requests that no
 * route answers.
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

/** Whether the data received so far pauses for too long, or is too slow overall. */
export const isTooSlow = (
  {
    bytes,
    sinceStartMs,
    sinceProgressMs,
  }: { readonly bytes: number; readonly sinceStartMs: number; readonly sinceProgressMs: number },
  limitMs: number,
): boolean => sinceProgressMs >= limitMs || bytes < (minBytesPerSecond * Math.max(0, sinceStartMs - limitMs)) / 1000;

/**
 * Lets a body take its time as long as data keeps arriving: it may pause for the limit of other bodies, and has a
 * minimum rate.
 */
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
