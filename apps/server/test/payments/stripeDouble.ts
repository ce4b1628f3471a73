import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import type { Answer } from "./stripeAnswers.ts";
import { StripeState } from "./stripeState.ts";
import { eventObject } from "./stripeObjects.ts";
import { answerViolations, requestViolations, findCall, objectViolations, compileCall } from "./stripeSchema.ts";

/**
 * Failures of the next requests of a kind.
 * - fails: 500, repeated for the same idempotency key as at Stripe. busy: 429. hangs: not done, and never replied to.
 * - loses: done, and the reply is lost. delays: done after a delay.
 * - corrupts: a proxy in between replies 404 without an error object.
 */
export type Failure = "fails" | "busy" | "hangs" | "loses" | "delays" | "corrupts";

type StoredRequest = { readonly request: string; answer: Answer | undefined };

/** Parses 'a[b][e]=1&c=2&d[0]=3' into { a: { b: { e: '1' } }, c: '2', d: ['3'] }. */
const parseForm = (body: string): Record<string, unknown> => {
  const form: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(body)) setAt(form, key.match(/\w+/g) ?? [key], value);
  return form;
};
const setAt = (form: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: string): void => {
  const [next] = rest;
  if (next === undefined) form[name] = value;
  else if (/^\d+$/.test(next)) form[name] = [...((form[name] as unknown[] | undefined) ?? []), value];
  else setAt((form[name] ??= {}) as Record<string, unknown>, rest, value);
};

const errorAnswer = (status: number, type: string, message: string, code?: string): Answer => ({
  status,
  body: { error: { type, message, ...(code !== undefined && { code }) } },
});

/**
 * A double of Stripe over HTTP: it stores intents, refunds, disputes and idempotency keys as Stripe does. Requests and
 * replies are validated against Stripe's OpenAPI document; a test that leaves `violations` behind must fail.
 */
export class StripeDouble {
  readonly state: StripeState;
  /** Each request that arrived, such as 'post /v1/payment_intents'. */
  readonly calls: string[] = [];
  readonly violations: string[] = [];
  readonly #server = createServer((request, reply) => void this.#serve(request, reply));
  readonly #idempotencyKeys = new Map<string, StoredRequest>();
  readonly #failures: { call: string; what: Failure }[] = [];
  /** The seconds that a reply for too many requests asks to wait. */
  retryAfter: number | undefined;
  /** Whether live keys are accepted too; objects are still in test mode. */
  takesLiveKeys = false;
  /** Calls that restricted keys (rk_) may not make. */
  readonly withheld = new Set<string>();
  baseUrl = "";

  constructor() {
    this.state = new StripeState(() => this.baseUrl);
  }

  static async open(port = 0): Promise<StripeDouble> {
    const double = new StripeDouble();
    // Loads the schema before the first request, whose deadline is short.
    for (const call of Object.values(callNames)) compileCall(call);
    double.#server.listen(port, "127.0.0.1");
    await once(double.#server, "listening");
    double.baseUrl = `http://127.0.0.1:${(double.#server.address() as AddressInfo).port}`;
    return double;
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Makes the next requests of a kind ('confirm', 'create', 'capture' …) fail. */
  failNext(call: keyof typeof callNames, kind: Failure, times = 1): void {
    for (let time = 0; time < times; time++) this.#failures.push({ call: callNames[call], what: kind });
  }
  /** Ends all failures. */
  clearFailures(): void {
    this.#failures.length = 0;
  }
  callCount(call: keyof typeof callNames): number {
    return this.calls.filter((name) => name === callNames[call]).length;
  }

  /** A webhook's body with its signature, as Stripe sends it. */
  webhook(
    type: string,
    object: object,
    secret: string,
    more: { id?: string; created?: number; timestamp?: number } = {},
  ) {
    const event = eventObject(type, object, more);
    this.violations.push(...objectViolations("event", event));
    const payload = JSON.stringify(event, null, 2);
    const header = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(more.timestamp !== undefined && { timestamp: more.timestamp }),
    });
    return { payload, header };
  }

  /** With a publishable key, a payer's page can only read the intent whose secret it has. */
  #intentForSecret(call: { name: string; id: string | undefined }, secret: string | null): Answer {
    const intent = this.state.intents.get(call.id ?? "");
    return call.name === callNames.retrieve && intent && intent.client_secret === secret
      ? { status: 200, body: this.state.intentObject(intent.id) }
      : errorAnswer(404, "invalid_request_error", "No such payment_intent", "resource_missing");
  }

  async #serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const call = findCall(request.method ?? "", (request.url ?? "").split("?")[0] ?? "");
    const body = await text(request);
    const send = ({ status, body }: Answer, isReplay = false, more: Readonly<Record<string, string>> = {}): void => {
      if (call) this.violations.push(...answerViolations(call.name, status, body));
      reply.writeHead(status, {
        "content-type": "application/json",
        "request-id": "req_double",
        ...(isReplay && { "idempotent-replayed": "true" }),
        ...more,
      });
      reply.end(JSON.stringify(body));
    };
    if (!call) return send(errorAnswer(404, "invalid_request_error", "Unrecognized request URL"));
    const query = new URL(request.url ?? "", this.baseUrl).searchParams;
    if (query.get("key")?.startsWith("pk_test_")) return send(this.#intentForSecret(call, query.get("client_secret")));
    const bearer = (this.takesLiveKeys ? /^Bearer (pk_(?:test|live)_\w+)$/ : /^Bearer (pk_test_\w+)$/).exec(
      request.headers.authorization ?? "",
    )?.[1];
    if (bearer !== undefined)
      return send(
        bearer.includes("revoked")
          ? errorAnswer(401, "invalid_request_error", "Invalid API Key provided")
          : bearer.includes("foreign")
            ? errorAnswer(404, "invalid_request_error", "No such payment_intent", "resource_missing")
            : this.#intentForSecret(call, query.get("client_secret")),
      );
    this.calls.push(call.name);
    const account = (
      this.takesLiveKeys ? /^Bearer ((?:sk|rk)_(?:test|live)_\w+)$/ : /^Bearer ((?:sk|rk)_test_\w+)$/
    ).exec(request.headers.authorization ?? "")?.[1];
    if (account === undefined || account.includes("revoked"))
      return send(errorAnswer(401, "invalid_request_error", "Invalid API Key provided"));
    if (account.startsWith("rk_") && this.withheld.has(call.name))
      return send(errorAnswer(403, "invalid_request_error", "The provided key does not have the required permissions"));
    if (request.headers["stripe-version"] !== "2026-10-28.endive") this.violations.push("the version is not pinned");

    const index = this.#failures.findIndex((failure) => failure.call === call.name);
    const failure = index < 0 ? undefined : this.#failures.splice(index, 1)[0]?.what;
    if (failure === "hangs") return;
    if (failure === "busy")
      return send(
        errorAnswer(429, "invalid_request_error", "Too many requests", "rate_limit"),
        false,
        this.retryAfter === undefined ? {} : { "retry-after": String(this.retryAfter) },
      );
    if (failure === "corrupts") {
      reply.writeHead(404, { "content-type": "application/json" });
      reply.end(JSON.stringify({ message: "no such page" }));
      return;
    }

    const form = parseForm(body || ((request.url ?? "").split("?")[1] ?? ""));
    const requestFaults = request.method === "POST" ? requestViolations(call.name, form) : [];
    if (requestFaults.length > 0) {
      this.violations.push(...requestFaults);
      return send(errorAnswer(400, "invalid_request_error", requestFaults.join("; "), "parameter_unknown"));
    }
    const key = request.headers["idempotency-key"];
    const name = typeof key === "string" && request.method === "POST" ? `${account} ${key}` : undefined;
    const previous = name === undefined ? undefined : this.#idempotencyKeys.get(name);
    const fingerprint = `${request.url} ${body}`;
    if (previous) {
      if (previous.request !== fingerprint)
        return send(
          errorAnswer(400, "idempotency_error", "Keys for idempotent requests can only be used with the same"),
        );
      if (!previous.answer)
        return send(errorAnswer(409, "idempotency_error", "There is another request", "idempotency_key_in_use"));
      return send(previous.answer, true);
    }
    const stored: StoredRequest = { request: fingerprint, answer: undefined };
    if (name !== undefined) this.#idempotencyKeys.set(name, stored);
    if (failure === "delays") await sleep(250);
    const answer =
      failure === "fails"
        ? errorAnswer(500, "api_error", "An unknown error occurred")
        : this.state.answer(call.name, call.id ?? "", form, account);
    stored.answer = answer;
    // A request that was rejected before it began does not consume its idempotency key.
    if (name !== undefined && (answer.status === 400 || answer.status === 404)) this.#idempotencyKeys.delete(name);
    if (failure === "loses") return void request.socket.destroy();
    send(answer);
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
  payouts: "get /v1/payouts",
  transactions: "get /v1/balance_transactions",
  customer: "post /v1/customers",
  method: "get /v1/payment_methods/{payment_method}",
  token: "get /v1/confirmation_tokens/{confirmation_token}",
  detach: "post /v1/payment_methods/{payment_method}/detach",
} as const;
