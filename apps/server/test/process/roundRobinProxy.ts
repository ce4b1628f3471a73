import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { errorCode } from "../../src/errors/errorCode.ts";

const checkMs = 100;

type Backend = { readonly port: number; isReady: boolean; isChecked: boolean };

/**
 * A load balancer like those of operators: it sends each request to the next server whose `/readyz` replied 200, and to
 * the one after it if a server does not listen. Any other failure is a 502.
 */
export class RoundRobinProxy {
  /** Replies with status 500 or above, with their requests. */
  readonly failures: string[] = [];
  /** The number of requests that each server answered, by port. */
  readonly answers = new Map<number, number>();
  readonly #backends: Backend[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  readonly #checks: NodeJS.Timeout;
  #next = 0;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
    this.#checks = setInterval(() => this.#backends.forEach((backend) => this.#check(backend)), checkMs);
  }

  static async open(): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy();
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(port: number): void {
    const backend = { port, isReady: true, isChecked: false };
    this.#backends.push(backend);
  }
  remove(port: number): void {
    this.#backends.splice(0, Infinity, ...this.#backends.filter((backend) => backend.port !== port));
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#agent.destroy();
  }

  #check(backend: Backend): void {
    if (backend.isChecked) return;
    backend.isChecked = true;
    const end = (isReady: boolean): void => {
      backend.isReady = isReady;
      backend.isChecked = false;
    };
    const check = request({ host: "127.0.0.1", port: backend.port, path: "/readyz", agent: false }, (answer) => {
      answer.resume();
      end(answer.statusCode === 200);
    });
    check.on("error", () => end(false));
    check.end();
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => undefined);
    if (!body) return;
    const ready = this.#backends.filter(({ isReady }) => isReady);
    const first = this.#next++;
    for (let index = 0; index < ready.length; index++) {
      const { port = 0 } = ready[(first + index) % ready.length] ?? {};
      try {
        const answer = await this.#send(port, incoming, body);
        if ((answer.statusCode ?? 500) >= 500) this.#fail(incoming, `${answer.statusCode} from ${port}`);
        this.answers.set(port, (this.answers.get(port) ?? 0) + 1);
        const { connection: _, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(outgoing);
        answer.on("error", () => outgoing.destroy());
        return;
      } catch (error) {
        if (errorCode(error) === "ECONNREFUSED") continue;
        this.#fail(incoming, `${String(error)} from ${port}`);
        outgoing.writeHead(502).end("{}");
        return;
      }
    }
    this.#fail(incoming, "no server is ready");
    outgoing.writeHead(503, { "retry-after": "1" }).end("{}");
  }

  #fail({ method, url }: IncomingMessage, reason: string): void {
    this.failures.push(`${method} ${url}: ${reason}`);
  }

  #send(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          method,
          path: url,
          headers: { ...headers, connection: "keep-alive" },
          agent: this.#agent,
        },
        resolve,
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
}
