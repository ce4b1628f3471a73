import Fastify from "fastify";

/** The reference: plain Fastify. */
const app = Fastify();
app.get("/", async () => "open");
const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`open at ${address}\n`);
process.once("SIGTERM", () => void app.close());
