import { applicationHeader, type Endpoint, type Reply, type Sent } from "@foyer/contract/endpoint.ts";
import type { RefusalReply } from "@foyer/contract/errors.ts";
import type { TestApp } from "./testApp.ts";

type RefusalItem = RefusalReply["_data"][number];
/** `code` is 'code:context' of a refusal. */
export type BrowserResponse<E> = {
  readonly status: number;
  readonly body: Reply<E>;
  readonly refusal: RefusalItem | undefined;
  readonly code: string | undefined;
};

/** A visitor's browser: calls endpoints of one seller's shop and keeps the cookie. */
export class TestBrowser {
  cookie: string | undefined;
  /** The visitor's IP address. */
  clientAddress = "127.0.0.1";
  readonly #app: TestApp["app"];
  readonly #slug: string;

  /** `cookie` continues the session of another browser. */
  constructor({ app }: Pick<TestApp, "app">, { slug }: { slug: string }, cookie?: string) {
    this.#app = app;
    this.#slug = slug;
    this.cookie = cookie;
  }

  async call<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<BrowserResponse<E>> {
    const rest: Record<string, unknown> = { ...(sent as object) };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    const withBody = endpoint.method !== "GET" && endpoint.method !== "DELETE";
    const response = await this.#app.inject({
      method: endpoint.method,
      url: `/api${path}`,
      remoteAddress: this.clientAddress,
      query: { _seller: this.#slug, ...(withBody ? {} : (rest as Record<string, string>)) },
      headers: { [applicationHeader.name]: applicationHeader.value, ...(this.cookie && { cookie: this.cookie }) },
      ...(withBody && { payload: (rest.list ?? rest) as object }),
    });
    const [set] = response.cookies;
    if (set) this.cookie = `${set.name}=${set.value}`;
    const body = response.json();
    const refusal: RefusalItem | undefined = response.statusCode < 400 ? undefined : body._data[0];
    return { status: response.statusCode, body, refusal, code: refusal && `${refusal._code}:${refusal._context}` };
  }
}
