import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import type Provider from "oidc-provider";
import type { Kept } from "oidc-provider";

export type Client = { readonly client_id: string; readonly client_secret: string };
/** What a provider knows of somebody besides their subject. */
export type Claims = Readonly<Record<string, unknown>>;

const pair = () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { key: privateKey, jwk: { ...privateKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" } };
};

/** Its words to developers, about its memory and this runtime, are for others. */
const quietly = async <R>(work: () => Promise<R>): Promise<R> => {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  return work().finally(() => Object.assign(console, { warn, info }));
};

/** What the provider keeps, in memory; whoever is a client is looked up here. */
const adapterFor = (clients: ReadonlyMap<string, object>) => {
  const kept = new Map<string, Kept>();
  return class {
    readonly model: string;
    constructor(model: string) {
      this.model = model;
    }
    async upsert(id: string, payload: Kept) {
      kept.set(`${this.model} ${id}`, payload);
    }
    async find(id: string) {
      return this.model === "Client" ? clients.get(id) : kept.get(`${this.model} ${id}`);
    }
    async findByUid(uid: string) {
      return [...kept].find(([key, { uid: own }]) => key.startsWith(this.model) && own === uid)?.[1];
    }
    async findByUserCode() {
      return undefined;
    }
    async consume(id: string) {
      const payload = kept.get(`${this.model} ${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      kept.delete(`${this.model} ${id}`);
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
    }
  };
};

const page = (title: string, form: string): string =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><main><h1>${title}</h1>${form}</main></html>`;
const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString());
};

/** A real OpenID provider in this process, with people in it, and ways to have it answer wrongly. */
export class TestOidc {
  readonly #server: Server;
  readonly #clients: Map<string, object>;
  readonly #people: Map<string, Claims>;
  /** What its next answers say otherwise; each takes effect once. */
  readonly wrongs: {
    claims?: (claims: JWTPayload) => JWTPayload;
    signedBy?: "a stranger" | "nobody";
  };
  /** How long it takes for an answer, in milliseconds. */
  delay = 0;
  /** Requests that it was asked, by path. */
  readonly asked: string[];
  readonly issuer: string;

  private constructor(
    issuer: string,
    parts: {
      server: Server;
      clients: Map<string, object>;
      people: Map<string, Claims>;
      wrongs: TestOidc["wrongs"];
      asked: string[];
    },
  ) {
    this.issuer = issuer;
    this.#server = parts.server;
    this.#clients = parts.clients;
    this.#people = parts.people;
    this.wrongs = parts.wrongs;
    this.asked = parts.asked;
  }

  static async open(): Promise<TestOidc> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const clients = new Map<string, object>();
    const people = new Map<string, Claims>();
    const wrongs: TestOidc["wrongs"] = {};
    const asked: string[] = [];
    const [own, stranger] = [pair(), pair()];
    const provider = await quietly(async () => {
      const { default: OpenIdProvider } = await import("oidc-provider");
      return new OpenIdProvider(issuer, {
        adapter: adapterFor(clients),
        jwks: { keys: [own.jwk] },
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
      const { claims, signedBy } = wrongs;
      delete wrongs.claims;
      delete wrongs.signedBy;
      if (!claims && !signedBy) return;
      const said = decodeJwt(body.id_token);
      const payload = claims ? claims(said) : said;
      body.id_token =
        signedBy === "nobody"
          ? new UnsecuredJWT(payload).encode()
          : await new SignJWT(payload)
              .setProtectedHeader({ alg: "RS256", kid: "one" })
              .sign(signedBy === "a stranger" ? stranger.key : own.key);
    });
    const opened = new TestOidc(issuer, { server, clients, people, wrongs, asked });
    const answer = provider.callback();
    server.on("request", (request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      asked.push(path);
      void sleep(opened.delay)
        .then(() => {
          // Whoever asked has gone meanwhile.
          if (response.destroyed) return undefined;
          return path.startsWith("/interaction/")
            ? interact(provider, people, request, response)
            : answer(request, response);
        })
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    return opened;
  }

  /** A shop's client: where it comes back to, and where its logout leads. */
  addClient(comeBackTo: string, afterLogout: string, auth = "client_secret_post"): Client {
    const client = {
      client_id: `shop-${randomBytes(4).toString("hex")}`,
      client_secret: randomBytes(24).toString("hex"),
    };
    this.#clients.set(client.client_id, {
      ...client,
      redirect_uris: [comeBackTo],
      post_logout_redirect_uris: [afterLogout],
      token_endpoint_auth_method: auth,
    });
    return client;
  }
  /** Somebody who can log in here, by their subject. */
  addPerson(claims: Claims = {}): string {
    const subject = `person-${randomBytes(6).toString("hex")}`;
    this.#people.set(subject, claims);
    return subject;
  }
  change(subject: string, claims: Claims): void {
    this.#people.set(subject, claims);
  }
  /** Nobody answers any more. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The provider's own pages: who are you? What a shop asks for besides is granted. */
const interact = async (
  provider: Provider,
  people: ReadonlyMap<string, Claims>,
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
    const accountId = (await bodyOf(request)).get("who") ?? "";
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

/** A browser at the provider: keeps its cookies, logs in, and says where it is sent back to. */
export class AtProvider {
  readonly #cookies = new Map<string, string>();

  /** From the address that the shop led to, up to the one that leads back to it. */
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
        if (response.status !== 200 || next.body) throw new Error(`The provider says: ${await response.text()}`);
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
