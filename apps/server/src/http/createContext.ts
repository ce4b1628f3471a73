import type { FastifyReply, FastifyRequest } from "fastify";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections } from "../db/connections.ts";
import { Refused } from "../errors/refused.ts";
import type { FlagClient } from "../providers/flags/flagClient.ts";
import type { Providers } from "../providers/providers.ts";
import { providersFor } from "../providers/sellerOrigin.ts";
import { requestedSlug } from "./hosts/requestedSlug.ts";
import { readCaptchaAnswer } from "./readCaptchaAnswer.ts";
import type { FirstVisit, RequestContext, Visitor } from "./requestContext.ts";
import {
  clearSession,
  cookieName,
  createVisitor,
  findVisitor,
  issueSession,
  randomToken,
  setSessionCookie,
} from "./session/session.ts";

declare module "fastify" {
  interface FastifyRequest {
    seller: Seller | null;
  }
}

type ContextDeps = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly flags: FlagClient;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly clock: () => Temporal.Instant;
  readonly secureCookies: boolean;
  readonly isBehindUnnamedProxy: (request: FastifyRequest) => boolean;
};

const findRequestedSeller = async (request: FastifyRequest, findSeller: ContextDeps["findSeller"]): Promise<Seller> => {
  const slug = requestedSlug(request);
  if (slug === undefined) throw new Refused({ code: "bad_field_value", extra: { fields: ["_seller"] } });
  const seller = await findSeller(slug);
  if (!seller) throw new Refused({ code: "not_found" });
  return seller;
};

/** Creates the contexts of requests: finds the seller that a request names, and its visitor unless the reply is cached. */
export const contextFactory =
  ({ connections, providers, flags, findSeller, clock, secureCookies, isBehindUnnamedProxy }: ContextDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, withVisitor: boolean): Promise<RequestContext & FirstVisit> => {
    const seller = await findRequestedSeller(request, findSeller);
    request.seller = seller;
    const { id, slug } = seller;
    const db = connections.forSeller(id);
    let now: Temporal.Instant | undefined;
    let visitor: Visitor | null = withVisitor
      ? await findVisitor(db, seller, request.cookies[cookieName(slug, secureCookies)])
      : null;
    let firstToken: string | undefined;
    return {
      seller,
      get visitor() {
        return visitor;
      },
      db,
      clientAddress: request.ip,
      isBehindUnnamedProxy: isBehindUnnamedProxy(request),
      // Read once per request, and only if needed: a cached reply needs no time.
      get now() {
        return (now ??= clock());
      },
      providers: providersFor(providers, seller),
      captcha: readCaptchaAnswer(request.headers),
      flags: flags.flagsOf(slug),
      ensureVisitor: () =>
        (visitor ??= createVisitor(request, reply, {
          seller,
          secure: secureCookies,
          token: firstToken ?? randomToken(),
        })),
      expectToken: (token) => void (firstToken = token),
      resumeSession: async (token) => {
        const known = await findVisitor(db, seller, token);
        if (known) setSessionCookie(reply, { seller, secure: secureCookies, token });
        visitor = known && { ...known, isResumed: true };
        return known !== null;
      },
      startSession: (identity) => (visitor = issueSession(identity, reply, seller, secureCookies)),
      endSession: () => {
        visitor = null;
        clearSession(reply, slug, secureCookies);
      },
      log: request.log,
    };
  };
