import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Id } from "@foyer/contract/basics.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import * as z from "zod/mini";
import type { Connections } from "./db/connections.ts";
import { Refused } from "./errors/refused.ts";
import { Lane } from "./http/lane.ts";
import { networkOf } from "./http/limits/clientNetworkOf.ts";
import { RateLimit } from "./http/limits/rateLimit.ts";
import { sellerContext } from "./http/sellerContext.ts";
import {
  listChangedPasses,
  registerDevice,
  tooManyCalls,
  unregisterDevice,
  type DeviceContext,
} from "./modules/wallet/updates/devices.ts";
import { readChangedPass } from "./modules/wallet/updates/readChangedPass.ts";
import type { Providers } from "./providers/providers.ts";

type ServiceDeps = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly clock: () => Temporal.Instant;
  readonly isBehindUnnamedProxy: (request: FastifyRequest) => boolean;
};

const Name = z.string().check(z.regex(/^[\w.:-]{1,200}$/));
const Device = z.object({ device: Name, passType: Name });
const OnePass = z.object({ passType: Name, serial: Id });
const Registration = z.object({ ...Device.shape, ...OnePass.shape });
const Changes = z.object({ passesUpdatedSince: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) });
const PushToken = z.object({ pushToken: z.string().check(z.regex(/^[0-9a-f]{16,256}$/i)) });
const Logs = z.object({ logs: z.array(z.string()) });

const parse = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refused({ code: "bad_field_value", context: "wallet" });
  return parsed.data;
};

/** 'ApplePass TOKEN' */
const tokenOf = ({ headers }: FastifyRequest): { readonly token?: string } => {
  const token = /^ApplePass (\S{1,200})$/.exec(headers.authorization ?? "")?.[1];
  return token === undefined ? {} : { token };
};

const ifModifiedSince = ({ headers }: FastifyRequest): Temporal.Instant | undefined => {
  const sent = Date.parse(headers["if-modified-since"] ?? "");
  return Number.isNaN(sent) ? undefined : Temporal.Instant.fromEpochMilliseconds(sent);
};

const httpDate = (at: Temporal.Instant): string => new Date(at.epochMilliseconds).toUTCString();

/** Signing and drawing a pass takes a while, so this yields to other requests. */
const passLane = { concurrency: 2, maxWaiting: 100, maxWaitMs: 10_000 } as const;
/** Wallets report errors without authenticating, so the log is kept short. */
const logLines = { max: 20, windowSeconds: 60 } as const;
const maxLogLine = 300;

/**
 * The endpoints that Apple Wallet calls to keep a seller's passes up to date, by Apple's protocol: devices register for
 * a pass with its token, ask which of their passes have changed, and fetch them. They use no visitor and no session.
 */
export const installAppleWalletService = (app: FastifyInstance, deps: ServiceDeps): void => {
  const contextOf = async (request: FastifyRequest, reply: FastifyReply): Promise<DeviceContext> => {
    reply.header("cache-control", "no-store");
    const { _seller } = request.params as { readonly _seller: string };
    const seller = await deps.findSeller(_seller);
    if (!seller) throw new Refused({ code: "not_found" });
    request.seller = seller;
    return {
      ...sellerContext({ ...deps, log: request.log }, seller),
      now: deps.clock(),
      clientAddress: request.ip,
      isBehindUnnamedProxy: deps.isBehindUnnamedProxy(request),
    };
  };
  const registration = "/_wallet/:_seller/v1/devices/:device/registrations/:passType/:serial";

  app.post(registration, async (request, reply) => {
    const ctx = await contextOf(request, reply);
    const { pushToken: push_token } = parse(PushToken, request.body);
    const wanted = { ...parse(Registration, request.params), ...tokenOf(request), push_token };
    return reply.code((await registerDevice(ctx, wanted)) === "added" ? 201 : 200).send();
  });

  app.delete(registration, async (request, reply) => {
    const ctx = await contextOf(request, reply);
    await unregisterDevice(ctx, { ...parse(Registration, request.params), ...tokenOf(request) });
    return reply.code(200).send();
  });

  app.get("/_wallet/:_seller/v1/devices/:device/registrations/:passType", async (request, reply) => {
    const ctx = await contextOf(request, reply);
    const { passesUpdatedSince: since } = parse(Changes, request.query);
    const changed = await listChangedPasses(ctx, {
      ...parse(Device, request.params),
      ...(since !== undefined && { since }),
    });
    return changed ? reply.send(changed) : reply.code(204).send();
  });

  const lane = new Lane("wallet passes", passLane);
  app.get("/_wallet/:_seller/v1/passes/:passType/:serial", async (request, reply) => {
    const ctx = await contextOf(request, reply);
    const wanted = { ...parse(OnePass, request.params), ...tokenOf(request), since: ifModifiedSince(request) };
    const pass = await lane.run(() => readChangedPass(ctx, wanted));
    if (pass === "unchanged") return reply.code(304).send();
    return reply
      .headers({ "last-modified": httpDate(pass.as_of), "cache-control": "private, no-store" })
      .type("application/vnd.apple.pkpass")
      .send(pass.bytes);
  });

  const logged = new RateLimit(logLines);
  app.post("/_wallet/:_seller/v1/log", async (request, reply) => {
    const ctx = await contextOf(request, reply);
    const { logs } = parse(Logs, request.body);
    const wait = logged.take(networkOf(request.ip));
    if (wait !== undefined) throw tooManyCalls(wait);
    const lines = logs.slice(0, 5).map((line) => line.slice(0, maxLogLine));
    ctx.log.info({ event: "wallet_log", seller: ctx.seller.slug, lines }, "Apple Wallet reports an error");
    return reply.code(200).send();
  });
};
