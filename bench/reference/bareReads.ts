import { once } from "node:events";
import Fastify from "fastify";

/** The reference: plain Fastify that sends prepared bytes. */
const [bytes] = (await once(process, "message")) as [{ calendar: string; listing: string }];
const app = Fastify();
for (const [name, text] of Object.entries(bytes)) {
  const body = Buffer.from(text);
  app.get(`/${name}`, async (_, reply) => reply.type("application/json; charset=utf-8").send(body));
}
const origin = await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ calendar: `${origin}/calendar`, listing: `${origin}/listing` });
await once(process, "message");
await app.close();
if (process.connected) process.disconnect?.();
