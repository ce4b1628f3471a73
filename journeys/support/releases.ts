import { once } from "node:events";
import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { workerShop } from "./workerShop.ts";

const entry = /(\/_office\/files\/entry\.scan-[\w-]+?)(-next)?\.js/g;
const files = "/_office/files/";

/**
 * The shop at an origin of its own, at which a second release of the gate's page can be deployed. Its first script has
 * another name, and the one of the first release is gone from the server.
 */
export const openReleases = async () => {
  const { origin: shop } = workerShop();
  const { hostname, port } = new URL(shop);
  let hasNext = false;
  let isCut = false;

  const isGone = (url: string): boolean => {
    if (!url.startsWith(files)) return false;
    return isCut || (/\/entry\.scan-/.test(url) && url.endsWith("-next.js") !== hasNext);
  };
  const answer = (received: IncomingMessage, response: ServerResponse): void => {
    const url = received.url ?? "/";
    if (isGone(url)) return void response.writeHead(404).end();
    const headers = { ...received.headers, host: new URL(shop).host, "accept-encoding": "identity" };
    if (headers.origin !== undefined) headers.origin = shop;
    delete headers.referer;
    const path = url.replace(entry, "$1.js");
    const passed = send({ hostname, port, path, method: received.method, headers }, (reply) => {
      if (!hasNext || !url.startsWith("/_office/scan/")) {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        return void reply.pipe(response);
      }
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part));
      reply.on("end", () => {
        const { "content-length": _length, ...rest } = reply.headers;
        response
          .writeHead(reply.statusCode ?? 502, rest)
          .end(Buffer.concat(parts).toString().replace(entry, "$1-next.js"));
      });
    });
    passed.on("error", () => response.destroy());
    received.pipe(passed);
  };

  const server = createServer(answer).listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** From now on the server has the second release. With `isCut` none of its files arrive. */
    deploy: (options: { readonly isCut: boolean } = { isCut: false }): void => {
      hasNext = true;
      ({ isCut } = options);
    },
  };
};
