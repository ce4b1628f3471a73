import { connect, type Socket } from "node:net";
import { applicationHeader } from "@foyer/contract/endpoint.ts";

export type HttpAnswer = { readonly status: number; readonly head: string; readonly body: Buffer };
export type HttpRequest = {
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Connection = { readonly send: (request: Buffer) => Promise<HttpAnswer>; readonly close: () => void };

/** An API request as the page sends it, in bytes. */
export const encodeRequest = (url: string, { path, body, headers = {} }: HttpRequest): Buffer => {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `${applicationHeader.name}: ${applicationHeader.value}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
};

/** A keep-alive connection for one request at a time. A plain socket, so that generating load costs little. */
export const openConnection = async (url: string): Promise<Connection> => {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let answer: PromiseWithResolvers<HttpAnswer> | undefined;
  let received: Buffer = Buffer.alloc(0);
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.on("error", (error) => answer?.reject(error));
  socket.on("close", () => answer?.reject(new Error("The server closed the connection.")));
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = received.toString("latin1", 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    const body = received.subarray(end + 4, end + 4 + length);
    received = Buffer.alloc(0);
    answer?.resolve({ status: Number(head.slice(9, 12)), head, body });
  });
  return {
    send: (request) => {
      if (socket.destroyed) return Promise.reject(new Error("The server closed the connection."));
      answer = Promise.withResolvers<HttpAnswer>();
      socket.write(request);
      return answer.promise;
    },
    close: () => {
      answer = undefined;
      socket.destroy();
    },
  };
};
