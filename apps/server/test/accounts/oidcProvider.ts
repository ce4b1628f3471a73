import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import type Provider from "oidc-provider";
import type { Kept } from "oidc-provider";

export type OidcClient = { readonly client_id: string; readonly client_secret: string };
/** Claims of a person besides their subject. */
export type OidcClaims = Readonly<Record<string, unknown>>;

const createKeyPair = () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { key: privateKey, jwk: { ...privateKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" } };
};

/** Suppresses the library's warnings about its in-memory adapter and this runtime. */
const withoutConsole = async <R>(work: () => Promise<R>): Promise<R> => {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  return work().finally(() => Object.assign(console, { warn, info }));
};

/** The provider's in-memory storage; clients are looked up here too. */
const createAdapter = (clients: ReadonlyMap<string, object>) => {
  const payloads = new Map<string, Kept>();
  return class {
    readonly model: string;
    constructor(model: string) {
      this.model = model;
    }
    async upsert(id: string, payload: Kept) {
      payloads.set(`${this.model} ${id}`, payload);
    }
    async find(id: string) {
      return this.model === "Client" ? clients.get(id) : payloads.get(`${this.model} ${id}`);
    }
    async findByUid(uid: string) {
      return [...payloads].find(([key, { uid: own }]) => key.startsWith(this.model) && own === uid)?.[1];
    }
    async findByUserCode() {
      return undefined;
    }
    async consume(id: string) {
      const payload = payloads.get(`${this.model} ${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      payloads.delete(`${this.model} ${id}`);
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of payloads) if (payload.grantId === grantId) payloads.delete(key);
    }
  };
};

const page = (title: string, form: string): string =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><main><h1>${title}</h1>${form}</main></html>`;
const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

/** A real OpenID provider in this process, with people who can log in. It can also be made to reply incorrectly. */
export class TestOidcProvider {
  readonly #server: Server;
  readonly #clients: Map<string, object>;
  readonly #people: Map<string, OidcClaims>;
  /** Changes to its next replies; each takes effect once. */
  readonly nextFaults: {
    claims?: (claims: JWTPayload) => JWTPayload;
    signedBy?: "a stranger" | "nobody";
  };
  /** Delay of its replies, in milliseconds. */
  delay = 0;
  /** Paths of the requests that it received. */
  readonly requestedPaths: string[];
  readonly issuer: string;

  private constructor(
    issuer: string,
    parts: {
      server: Server;
      clients: Map<string, object>;
      people: Map<string, OidcClaims>;
      wrongs: TestOidcProvider["nextFaults"];
      asked: string[];
    },
  ) {
    this.issuer = issuer;
    this.#server = parts.server;
    this.#clients = parts.clients;
    this.#people = parts.people;
    this.nextFaults = parts.wrongs;
    this.requestedPaths = parts.asked;
  }

  static async open(): Promise<TestOidcProvider> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const clients = new Map<string, object>();
    const people = new Map<string, OidcClaims>();
    const nextFaults: TestOidcProvider["nextFaults"] = {};
    const requestedPaths: string[] = [];
    const [ownKeys, otherKeys] = [createKeyPair(), createKeyPair()];
    const provider = await withoutConsole(async () => {
      const { default: OpenIdProvider } = await import("oidc-provider");
      return new OpenIdProvider(issuer, {
        adapter: createAdapter(clients),
        jwks: { keys: [ownKeys.jwk] },
        cookies: { keys: ["of the tests"] },
        ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "given_name", "family_name"] },
        scopes: ["openid", "email", "profile"],
        pkce: { required: () => true },
        features: {
          devInteractions: { enabled: false },
          rpInitiatedLogout: {
            logoutSource: async (ctx: { body: unknown }, form: string) => {
              ctx.body = page(
                "Log out",
                `${form}<button form="op.logoutForm" name="logout" value="yes">Yes, log out</button>`,
              );
            },
          },
        },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: async (_: unknown, id: string) =>
          people.has(id) ? { accountId: id, claims: async () => ({ ...people.get(id), sub: id }) } : undefined,
      });
    });
    provider.use(async (ctx, next) => {
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path !== "/token" || body?.id_token === undefined) return;
      const { claims, signedBy } = nextFaults;
      delete nextFaults.claims;
      delete nextFaults.signedBy;
      if (!claims && !signedBy) return;
      const issued = decodeJwt(body.id_token);
      const payload = claims ? claims(issued) : issued;
      body.id_token =
        signedBy === "nobody"
          ? new UnsecuredJWT(payload).encode()
          : await new SignJWT(payload)
              .setProtectedHeader({ alg: "RS256", kid: "one" })
              .sign(signedBy === "a stranger" ? otherKeys.key : ownKeys.key);
    });
    const opened = new TestOidcProvider(issuer, { server, clients, people, wrongs: nextFaults, asked: requestedPaths });
    const answer = provider.callback();
    server.on("request", (request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      requestedPaths.push(path);
      void sleep(opened.delay)
        .then(() => {
          // The client has disconnected.
          if (response.destroyed) return undefined;
          return path.startsWith("/interaction/")
            ? handleInteraction(provider, people, request, response)
            : answer(request, response);
        })
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    return opened;
  }

  /** Registers a shop's client with its redirect and logout URLs. */
  addClient(redirectUri: string, afterLogout: string, auth = "client_secret_post"): OidcClient {
    const client = {
      client_id: `shop-${randomBytes(4).toString("hex")}`,
      client_secret: randomBytes(24).toString("hex"),
    };
    this.#clients.set(client.client_id, {
      ...client,
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [afterLogout],
      token_endpoint_auth_method: auth,
    });
    return client;
  }
  /** Adds a person who can log in, by subject. */
  addPerson(claims: OidcClaims = {}): string {
    const subject = `person-${randomBytes(6).toString("hex")}`;
    this.#people.set(subject, claims);
    return subject;
  }
  setClaims(subject: string, claims: OidcClaims): void {
    this.#people.set(subject, claims);
  }
  /** Stops the provider. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The provider's pages: asks who logs in, and grants everything that a shop requests. */
const handleInteraction = async (
  provider: Provider,
  people: ReadonlyMap<string, OidcClaims>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { params, prompt, session } = await provider.interactionDetails(request, response);
  if (prompt.name === "consent") {
    const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: params.client_id ?? "" });
    grant.addOIDCScope(params.scope ?? "openid");
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }
  if (request.method === "POST") {
    const accountId = (await readForm(request)).get("who") ?? "";
    return provider.interactionFinished(
      request,
      response,
      people.has(accountId)
        ? { login: { accountId } }
        : { error: "access_denied", error_description: "<script>alert(1)</script>" },
    );
  }
  const form =
    '<form method="post"><label>Who are you? <input name="who" autofocus></label><button>Go on</button></form>';
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page("Members' login", form));
};

/** A browser at the provider: keeps cookies, logs in, and returns the redirect back to the shop. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>();

  /** Follows redirects from the shop's URL until one leads back to the shop. */
  async logIn(address: string, subject: string): Promise<string> {
    const { origin } = new URL(address);
    let next: { url: string; body?: URLSearchParams } = { url: address };
    for (let step = 0; step < 10; step++) {
      const response = await fetch(next.url, {
        redirect: "manual",
        method: next.body ? "POST" : "GET",
        headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(next.body && { body: next.body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === "") this.#cookies.delete(name);
        else this.#cookies.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) {
        if (response.status !== 200 || next.body) throw new Error(`The provider replied: ${await response.text()}`);
        next = { url: next.url, body: new URLSearchParams({ who: subject }) };
        continue;
      }
      const url = new URL(location, next.url);
      if (url.origin !== origin) return url.href;
      next = { url: url.href };
    }
    throw new Error("The provider leads on and on.");
  }
}
