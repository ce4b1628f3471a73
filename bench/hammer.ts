import { connect, type Socket } from "node:net";
import { applicationHeader } from "@foyer/contract/endpoint.ts";

type Load = {
  readonly clients: number;
  readonly seconds: number;
  /** At most this many in all. */
  readonly requests?: number;
  readonly next: () => { readonly path: string; readonly body: object };
  /** Any other status ends the run with an error. */
  readonly expect: readonly number[];
};

/** Kept-alive clients, each with one request under way. Written on bare sockets, so that the load costs little next to what it loads. */
export const hammer = async (
  url: string,
  load: Load,
): Promise<{ perSecond: number; byStatus: ReadonlyMap<number, number> }> => {
  const byStatus = new Map<number, number>();
  const bytes = new Map<object, Buffer>();
  let left = load.requests ?? Infinity;
  const began = performance.now();
  const more = (): boolean => left-- > 0 && performance.now() - began < load.seconds * 1000;

  const work = async (): Promise<void> => {
    const client = await open(url);
    while (more()) {
      const request = load.next();
      let written = bytes.get(request);
      if (!written) bytes.set(request, (written = onTheWire(url, request)));
      const status = await client.ask(written);
      if (!load.expect.includes(status)) throw new Error(`The server answered ${status}.`);
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: load.clients }, work));
  const took = (performance.now() - began) / 1000;
  return { perSecond: [...byStatus.values()].reduce((sum, count) => sum + count, 0) / took, byStatus };
};

const onTheWire = (url: string, { path, body }: { path: string; body: object }): Buffer => {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `${applicationHeader.name}: ${applicationHeader.value}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
};

const open = async (url: string): Promise<{ ask: (request: Buffer) => Promise<number>; close: () => void }> => {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let answer: PromiseWithResolvers<number> | undefined;
  let got: Buffer = Buffer.alloc(0);
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.on("error", (error) => answer?.reject(error));
  socket.on("close", () => answer?.reject(new Error("The server hung up.")));
  socket.on("data", (chunk: Buffer) => {
    got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
    const end = got.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = got.toString("latin1", 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (got.length < end + 4 + length) return;
    got = Buffer.alloc(0);
    answer?.resolve(Number(head.slice(9, 12)));
  });
  return {
    ask: (request) => {
      answer = Promise.withResolvers<number>();
      socket.write(request);
      return answer.promise;
    },
    close: () => {
      answer = undefined;
      socket.destroy();
    },
  };
};
