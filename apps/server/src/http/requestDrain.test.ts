import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { installRequestDrain } from "./requestDrain.ts";

/** A client disconnects during its request; returns what had happened when the server was closed. */
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
