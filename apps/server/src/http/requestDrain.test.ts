import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { installRequestDrain } from "./requestDrain.ts";

/** A client disconnects during its request. Returns what had happened when the server was closed. */
const closeWhileWorking = async (install: typeof installRequestDrain): Promise<string[]> => {
  const app = Fastify();
  const happened: string[] = [];
  install(app);
  const { promise: working, resolve: works } = Promise.withResolvers<void>();
  const { promise: left, resolve: leaves } = Promise.withResolvers<void>();
  app.get("/", async () => {
    works();
    await left;
    await new Promise((resolve) => setTimeout(resolve, 60));
    happened.push("done");
    return {};
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const visitor = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  visitor.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await working;
  visitor.destroy();
  await once(visitor, "close");
  leaves();
  await app.close();
  happened.push("closed");
  return happened;
};

test("finishes the request of a disconnected client before the server closes", async () => {
  expect(await closeWhileWorking(installRequestDrain)).toEqual(["done", "closed"]);
});
test("without it the server closes before that", async () => {
  expect(await closeWhileWorking(() => undefined)).toEqual(["closed"]);
});

test("does not wait for a request whose client disconnected before it was complete", { timeout: 5_000 }, async () => {
  const app = Fastify();
  installRequestDrain(app);
  const { promise: arrived, resolve: arrives } = Promise.withResolvers<void>();
  const { promise: left, resolve: leaves } = Promise.withResolvers<void>();
  // Like looking up a seller, which is still running when the client disconnects.
  app.addHook("onRequest", async () => {
    arrives();
    await left;
  });
  app.post("/", async () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const visitor = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  visitor.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half":');
  await arrived;
  visitor.destroy();
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0);
  leaves();
  await app.close();
});
