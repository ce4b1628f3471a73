import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { StripeBooks, type Answer } from "./stripeBooks.testing.ts";
import { eventObject } from "./stripeObjects.testing.ts";
import { answerFaults, askedFaults, callOf, objectFaults, readCall } from "./stripeSchema.testing.ts";

/**
 * What goes wrong with the next calls of a name.
 * - fails: 500, and by Stripe's rule the same again for the same key. busy: 429. hangs: not done and never answered.
 * - loses: done, and the answer is lost. dawdles: done after a while.
 * - garbles: somebody in between answers 404 without an error.
 */
export type Mishap = "fails" | "busy" | "hangs" | "loses" | "dawdles" | "garbles";

type Kept = { readonly asked: string; answer: Answer | undefined };

/** 'a[b]=1&c=2&d[0]=3' as { a: { b: '1' }, c: '2', d: ['3'] }. */
const formOf = (body: string): Record<string, unknown> => {
  const form: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(body)) {
    const [, outer = key, inner] = /^(\w+)\[(\w+)\]$/.exec(key) ?? [];
    if (inner === undefined) form[outer] = value;
    else if (/^\d+$/.test(inner)) form[outer] = [...((form[outer] as unknown[] | undefined) ?? []), value];
    else form[outer] = { ...(form[outer] as object), [inner]: value };
  }
  return form;
};

const refusedAs = (status: number, type: string, message: string, code?: string): Answer => ({
  status,
  body: { error: { type, message, ...(code !== undefined && { code }) } },
});

/**
 * A Stripe for tests, over HTTP: it keeps intents, refunds and disputes and remembers keys as Stripe does. What it is
 * asked and what it answers is held to the vendor's own document; `faults` are words that were not, and a test that
 * leaves some behind is wrong.
 */
export class StripeDouble {
  readonly books: StripeBooks;
  /** Each call that arrived, as 'post /v1/payment_intents'. */
  readonly calls: string[] = [];
  readonly faults: string[] = [];
  readonly #server = createServer((request, reply) => void this.#serve(request, reply));
  readonly #keys = new Map<string, Kept>();
  readonly #mishaps: { call: string; what: Mishap }[] = [];
  base = "";

  constructor() {
    this.books = new StripeBooks(() => this.base);
  }

  static async open(port = 0): Promise<StripeDouble> {
    const double = new StripeDouble();
    // Read the document before the first call: its deadline is for calls.
    for (const call of Object.values(callNames)) readCall(call);
    double.#server.listen(port, "127.0.0.1");
    await once(double.#server, "listening");
    double.base = `http://127.0.0.1:${(double.#server.address() as AddressInfo).port}`;
    return double;
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The next call of this kind ('confirm', 'create', 'capture' …) goes wrong, so many times. */
  next(call: keyof typeof callNames, what: Mishap, times = 1): void {
    for (let time = 0; time < times; time++) this.#mishaps.push({ call: callNames[call], what });
  }
  /** Nothing goes wrong any more. */
  forget(): void {
    this.#mishaps.length = 0;
  }
  counted(call: keyof typeof callNames): number {
    return this.calls.filter((name) => name === callNames[call]).length;
  }

  /** A hook's body with its signature, as Stripe sends it. */
  hook(type: string, object: object, secret: string, more: { id?: string; created?: number; timestamp?: number } = {}) {
    const event = eventObject(type, object, more);
    this.faults.push(...objectFaults("event", event));
    const payload = JSON.stringify(event, null, 2);
    const header = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(more.timestamp !== undefined && { timestamp: more.timestamp }),
    });
    return { payload, header };
  }

  /** With a public key a payer's page sees the one intent whose secret it has. */
  #shownTo(call: { name: string; id: string | undefined }, secret: string | null): Answer {
    const intent = this.books.intents.get(call.id ?? "");
    return call.name === callNames.retrieve && intent && intent.client_secret === secret
      ? { status: 200, body: this.books.intentObject(intent.id) }
      : refusedAs(404, "invalid_request_error", "No such payment_intent", "resource_missing");
  }

  async #serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const call = callOf(request.method ?? "", (request.url ?? "").split("?")[0] ?? "");
    const body = await text(request);
    const say = ({ status, body }: Answer, replayed = false): void => {
      if (call) this.faults.push(...answerFaults(call.name, status, body));
      reply.writeHead(status, {
        "content-type": "application/json",
        "request-id": "req_double",
        ...(replayed && { "idempotent-replayed": "true" }),
      });
      reply.end(JSON.stringify(body));
    };
    if (!call) return say(refusedAs(404, "invalid_request_error", "Unrecognized request URL"));
    const looking = new URL(request.url ?? "", this.base).searchParams;
    if (looking.get("key")?.startsWith("pk_test_")) return say(this.#shownTo(call, looking.get("client_secret")));
    this.calls.push(call.name);
    const account = /^Bearer ((?:sk|rk)_test_\w+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (account === undefined || account.includes("revoked"))
      return say(refusedAs(401, "invalid_request_error", "Invalid API Key provided"));
    if (request.headers["stripe-version"] !== "2026-10-28.endive") this.faults.push("the version is not pinned");

    const place = this.#mishaps.findIndex((mishap) => mishap.call === call.name);
    const mishap = place < 0 ? undefined : this.#mishaps.splice(place, 1)[0]?.what;
    if (mishap === "hangs") return;
    if (mishap === "busy") return say(refusedAs(429, "invalid_request_error", "Too many requests", "rate_limit"));
    if (mishap === "garbles") {
      reply.writeHead(404, { "content-type": "application/json" });
      reply.end(JSON.stringify({ message: "no such page" }));
      return;
    }

    const form = formOf(body || ((request.url ?? "").split("?")[1] ?? ""));
    const asked = request.method === "POST" ? askedFaults(call.name, form) : [];
    if (asked.length > 0) {
      this.faults.push(...asked);
      return say(refusedAs(400, "invalid_request_error", asked.join("; "), "parameter_unknown"));
    }
    const key = request.headers["idempotency-key"];
    const name = typeof key === "string" && request.method === "POST" ? `${account} ${key}` : undefined;
    const known = name === undefined ? undefined : this.#keys.get(name);
    const whole = `${request.url} ${body}`;
    if (known) {
      if (known.asked !== whole)
        return say(refusedAs(400, "idempotency_error", "Keys for idempotent requests can only be used with the same"));
      if (!known.answer)
        return say(refusedAs(409, "idempotency_error", "There is another request", "idempotency_key_in_use"));
      return say(known.answer, true);
    }
    const kept: Kept = { asked: whole, answer: undefined };
    if (name !== undefined) this.#keys.set(name, kept);
    if (mishap === "dawdles") await sleep(250);
    const answer =
      mishap === "fails"
        ? refusedAs(500, "api_error", "An unknown error occurred")
        : this.books.answer(call.name, call.id ?? "", form, account);
    kept.answer = answer;
    // What was refused before it began is not remembered.
    if (name !== undefined && (answer.status === 400 || answer.status === 404)) this.#keys.delete(name);
    if (mishap === "loses") return void request.socket.destroy();
    say(answer);
  }
}

const callNames = {
  create: "post /v1/payment_intents",
  confirm: "post /v1/payment_intents/{intent}/confirm",
  capture: "post /v1/payment_intents/{intent}/capture",
  cancel: "post /v1/payment_intents/{intent}/cancel",
  retrieve: "get /v1/payment_intents/{intent}",
  refund: "post /v1/refunds",
  refunds: "get /v1/refunds",
  disputes: "get /v1/disputes",
  customer: "post /v1/customers",
  method: "get /v1/payment_methods/{payment_method}",
  detach: "post /v1/payment_methods/{payment_method}/detach",
} as const;
