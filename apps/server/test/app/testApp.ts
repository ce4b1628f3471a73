import { createHash } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import { Kysely, PostgresDialect } from "kysely";
import type { PoolConfig } from "pg";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import type { RefusalReply } from "@foyer/contract/errors.ts";
import { buildApp, type AppDeps } from "../../src/app.ts";
import { apiRoutes } from "../../src/routes.ts";
import { Connections, type Database } from "../../src/db/connections.ts";
import type { Schema } from "../../src/db/schema/schema.ts";
import { cloneDatabase, ownerClient, sendAsOwner } from "../database/cloneDatabase.ts";
import { refusalsOf } from "../../src/http/openapi/operation.ts";
import { gatewayFinder, previewGatewayFinder } from "../../src/providers/payments/gatewayRegistry.ts";
import { createSealer } from "../../src/providers/sealer.ts";
import { keylessProviders } from "./testProviders.ts";

// Tests read bodies without types; the server validates each reply against the contract.
// oxlint-disable-next-line typescript/no-explicit-any
export type TestResponse = { readonly status: number; readonly body: any; readonly headers: Record<string, unknown> };

/** The whole server on the test's own database, called as a browser calls it. */
export type TestApp = {
  readonly app: FastifyInstance;
  readonly connections: Connections;
  /** The database's configuration, for a second server on it. */
  readonly databaseConfig: PoolConfig;
  /** Across sellers, to prepare and inspect data. */
  readonly db: Database;
  /** Requests a path below /api or /cached_api; `seller` is a slug. */
  get(seller: string, path: string, more?: InjectOptions): Promise<TestResponse>;
  post(seller: string, path: string, body: unknown, more?: InjectOptions): Promise<TestResponse>;
  /** Runs a statement as the owner of the tables, for example to drop a constraint. */
  runAsOwner(statement: string): Promise<void>;
  /** Runs `look` after a statement of the tables' owner, and rolls both back. */
  withSpoiledData<T>(statement: string, look: (db: Database) => Promise<T>): Promise<T>;
  /** The error behind the last reply of status 500. */
  lastBug(): unknown;
  close(): Promise<void>;
};

/** Internals that a refusal must not contain: stacks, SQL, file paths, PostgreSQL messages. */
const internalsPattern =
  /\n\s+at |node:internal|node_modules|\/apps\/|\.ts:\d|\bselect\b[^"]{0,200}\bfrom\b|\binsert into\b|violates|constraint "|relation "|ECONNREFUSED|"stack"/i;
const assertNoInternals = (payload: string): void => {
  const found = internalsPattern.exec(payload);
  if (found)
    throw new Error(`A refusal reveals internals: ${payload.slice(Math.max(0, found.index - 80), found.index + 120)}`);
};

const routeByUrl = new Map(apiRoutes.map((route) => [`${route.endpoint.method} /api${route.endpoint.path}`, route]));

/** Collects what the API's description does not mention: a refusal's code, or a session cookie. */
const collectUndescribed = (app: FastifyInstance): ReadonlySet<string> => {
  const undescribed = new Set<string>();
  app.addHook("onSend", async (request, reply, payload) => {
    const url = request.routeOptions.url?.replace("/cached_api/", "/api/");
    const route = routeByUrl.get(`${request.method} ${url}`);
    if (!route) return;
    const { name } = route.endpoint;
    if (reply.hasHeader("set-cookie") && !route.setsCookie) undescribed.add(`${name} sets a cookie`);
    if (reply.statusCode < 400 || reply.statusCode === 500 || typeof payload !== "string" || !payload.startsWith("{"))
      return;
    const known = new Set<string>(refusalsOf(route));
    for (const { _code } of (JSON.parse(payload) as RefusalReply)._data)
      if (!known.has(_code)) undescribed.add(`${name} is refused with ${_code}`);
  });
  return undescribed;
};

const origin = "http://localhost";

/** Encrypts the second factors of staff. */
export const testSealer = createSealer({ SECRETS_KEY: "5e".repeat(32), DATA_DIR: "/nonexistent" });

/** The providers of a test's server: the test gateway, and no mail server. */
export const testProviders = (connections: Connections): AppDeps["providers"] => ({
  ...keylessProviders,
  sign: (text) => createHash("sha256").update(text).digest("base64url"),
  findGateway: gatewayFinder({ databaseOf: (id) => connections.forSeller(id) }, { test: true }),
  findPreviewGateway: previewGatewayFinder({ databaseOf: (id) => connections.forSeller(id) }),
  mail: undefined,
  origin,
});

export const openTestApp = async (
  deps: Partial<AppDeps> = {},
  existing?: Pick<TestApp, "databaseConfig">,
): Promise<TestApp> => {
  const databaseConfig = existing?.databaseConfig ?? (await cloneDatabase()).app;
  const connections = new Connections({ ...databaseConfig, max: 6 });
  const app = await buildApp({
    connections,
    providers: testProviders(connections),
    clock: () => Temporal.Now.instant(),
    secureCookies: false,
    production: false,
    testGateway: true,
    origin,
    office: { origin, sealer: testSealer },
    ...deps,
  });
  const undescribed = collectUndescribed(app);
  // Reports a bug to the test, in addition to its status 500.
  let bug: unknown;
  app.addHook("onError", async (_request, _reply, error) => void (bug = error));
  const send = async (seller: string, path: string, options: InjectOptions): Promise<TestResponse> => {
    const url = `${path}${path.includes("?") ? "&" : "?"}_seller=${encodeURIComponent(seller)}`;
    const { statusCode, payload, headers } = await app.inject({ ...options, url });
    if (statusCode === 500) throw bug;
    if (statusCode >= 400) assertNoInternals(payload);
    return { status: statusCode, body: payload.startsWith("{") ? JSON.parse(payload) : payload, headers };
  };
  return {
    app,
    connections,
    databaseConfig,
    db: connections.acrossSellers(),
    lastBug: () => bug,
    get: (seller, path, more = {}) => send(seller, path, { ...more, method: "GET" }),
    post: (seller, path, body, more = {}) =>
      send(seller, path, {
        ...more,
        method: "POST",
        headers: { [applicationHeader.name]: applicationHeader.value, ...more.headers },
        payload: body as object,
      }),
    runAsOwner: async (statement) => {
      const client = ownerClient(databaseConfig);
      await client.connect();
      await sendAsOwner(client, statement).finally(() => client.end());
    },
    withSpoiledData: async (statement, look) => {
      const client = ownerClient(databaseConfig);
      await client.connect();
      const db = new Kysely<Schema>({
        dialect: new PostgresDialect({
          pool: {
            connect: async () => ({ query: client.query.bind(client), release: () => undefined }) as never,
            end: async () => undefined,
          },
        }),
      });
      const transaction = await db.startTransaction().execute();
      try {
        await client.query("set local app.seller = '*'");
        await sendAsOwner(client, statement);
        return await look(transaction);
      } finally {
        await transaction.rollback().execute();
        await client.end();
      }
    },
    close: async () => {
      await app.close();
      await connections.close();
      if (undescribed.size > 0)
        throw new Error(`Missing in the options of the route, for openapi.json: ${[...undescribed].join("; ")}.`);
    },
  };
};
