import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { permissionsOf, visitPermissions } from "@foyer/contract/office/staff/permissions.ts";
import {
  readerHeader,
  unattendedHeader,
  type StaffAccess,
  type StaffEndpoint,
  type StaffReceived,
  type StaffReply,
} from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections } from "../../db/connections.ts";
import { Refused } from "../../errors/refused.ts";
import type { Providers } from "../../providers/providers.ts";
import type { Sealer } from "../../providers/sealer.ts";
import { providersFor } from "../../providers/sellerOrigin.ts";
import { requestedSlug } from "../hosts/requestedSlug.ts";
import { parseRequest } from "../parseRequest.ts";
import { beginUpload } from "../uploads/beginUpload.ts";
import { browserName } from "./browserName.ts";
import { recordingRefusals, refuse } from "./recordingRefusals.ts";
import { refuseOtherCalls } from "./refuseOtherCalls.ts";
import { runOnce } from "./runOnce.ts";
import { sendFile, type PendingFile, type StreamedReply } from "./sendFile.ts";
import type {
  AccountContext,
  GateContext,
  GateDevice,
  OfficeContext,
  StaffContext,
  StaffMember,
} from "./staffContext.ts";

export type StaffRoute = {
  readonly endpoint: StaffEndpoint;
  readonly handler: (ctx: never, sent: never) => Promise<unknown>;
};

/** The context of a use case: with a seller if the call needs a permission there, with an account if it needs a sign-in. */
type ContextOf<C extends StaffAccess> = C extends "anyone"
  ? OfficeContext
  : C extends "signed_in" | "operator"
    ? AccountContext
    : C extends "gate"
      ? GateContext
      : StaffContext;

/** Connects a call of the back office to its use case. Nothing else can be mounted there. */
export const onStaff = <C extends StaffAccess, E extends StaffEndpoint<C>>(
  endpoint: E & StaffEndpoint<C>,
  handler: (ctx: ContextOf<C>, sent: StaffReceived<E>) => Promise<StaffReply<E>>,
): StaffRoute => ({ endpoint, handler: handler as StaffRoute["handler"] });

/** A valid sign-in, with the roles at the seller that the call names. */
export type FoundSignIn = Omit<StaffMember, "can">;

export type StaffMountDeps = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly sealer: Sealer;
  readonly production: boolean;
  readonly origin: string;
  readonly clock: () => Temporal.Instant;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly isBehindUnnamedProxy: (request: FastifyRequest) => boolean;
  readonly countryOf: (request: FastifyRequest) => string | null;
  /** Reads a sign-in and its roles at a seller, in one statement. */
  readonly findSignIn: (
    ctx: Pick<OfficeContext, "db" | "production">,
    token_hash: Buffer,
    asked: { readonly sellerId: string | null; readonly isUse: boolean },
  ) => Promise<FoundSignIn | undefined>;
  /** Reads a paired device of a seller, including one that has ended. */
  readonly findDevice: (
    db: OfficeContext["db"],
    seller_id: string,
    token_hash: Buffer,
  ) => Promise<GateDevice | undefined>;
  /** Records that the browser of a sign-in is a seller's paired device. */
  readonly setDeviceOfSignIn: (db: OfficeContext["db"], sign_in_id: string, seller_id: string) => Promise<unknown>;
  /** Records in the audit log that a call was refused. */
  readonly recordRefusal: (ctx: AccountContext) => Promise<unknown>;
  /** Records in the audit log that the operator visits a seller. */
  readonly recordVisit: (ctx: StaffContext) => Promise<unknown>;
};

/** Prefixed with `__Host-` over https, so that no other host can set it. */
export const officeCookie = (secure: boolean): string => `${secure ? "__Host-" : ""}foyer-office`;

/** The cookie of a paired device. */
export const deviceCookie = (secure: boolean): string => `${secure ? "__Host-" : ""}foyer-device`;

export const hashOfToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Registers the calls of the back office under /staff_api. */
export const mountStaff = (app: FastifyInstance, routes: readonly StaffRoute[], deps: StaffMountDeps): void => {
  refuseOtherCalls(
    app,
    routes.map(({ endpoint }) => endpoint),
  );
  const admitted = new WeakMap<FastifyRequest, OfficeContext>();
  for (const { endpoint, handler } of routes)
    app.route({
      method: endpoint.method,
      url: `/staff_api${endpoint.path}`,
      ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
      // Runs before the body is read: a call that is not allowed is refused whatever its body is.
      onRequest: async (request, reply) => {
        reply.header("cache-control", "no-store");
        const ctx = await admit(endpoint, request, reply, deps);
        if (endpoint.isUpload) await beginUpload(request, reply);
        admitted.set(request, ctx);
      },
      handler: async (request, reply) => {
        const ctx = admitted.get(request);
        if (!ctx) throw new Error(`${endpoint.name} was called without being admitted.`);
        const sent = parseRequest(endpoint, request);
        const work = async (): Promise<unknown> => {
          const result = await (handler as (ctx: OfficeContext, sent: unknown) => Promise<unknown>)(ctx, sent);
          if (endpoint.audits !== null && endpoint.can !== "anyone" && !ctx.audited.has(endpoint.audits))
            throw new Error(`${endpoint.name} wrote no entry ${endpoint.audits} to the audit log.`);
          return endpoint.raw ? result : endpoint.reply.parse(result);
        };
        const call = () => runOnce(endpoint, ctx, { headers: request.headers, sent }, work);
        const result = await recordingRefusals(ctx, deps.recordRefusal, call);
        return endpoint.raw ? sendFile(reply, result as StreamedReply | PendingFile) : reply.send(result);
      },
    });
};

/**
 * Checks in this order: sign-in, role at the seller, permission, second factor, step-up. Origin and headers are checked
 * by csrfGuard.
 */
const admit = async (
  endpoint: StaffEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: StaffMountDeps,
): Promise<OfficeContext> => {
  const ctx = officeContext(endpoint, request, reply, deps);
  if (endpoint.can === "anyone") return ctx;
  const needsSeller = endpoint.can !== "signed_in" && endpoint.can !== "operator";
  const slug = requestedSlug(request);
  const seller = needsSeller && slug !== undefined ? await deps.findSeller(slug) : undefined;
  const db = seller ? deps.connections.forSeller(seller.id) : ctx.db;
  const device = seller && (await deviceOf(request, { db, seller, deps }));
  if (seller && device && endpoint.can === "gate") {
    request.seller = seller;
    if (!isGivenUp(endpoint, ctx, device)) return admitDevice(endpoint, { ctx: { ...ctx, db }, seller, device });
    ctx.forgetDevice();
  }
  // A device may only use its own calls.
  if (device && !ctx.token_hash) throw new Refused({ code: "access_denied", context: "gate" });
  // A screen left open keeps sending requests; its reads do not extend a sign-in.
  const isUse = endpoint.method !== "GET" || request.headers[unattendedHeader.name] !== unattendedHeader.value;
  const asked = { sellerId: seller?.id ?? null, isUse };
  const found = ctx.token_hash && (await deps.findSignIn({ db, production: ctx.production }, ctx.token_hash, asked));
  if (!found || isOfAnother(request, found)) throw new Refused({ code: "not_authorized", context: "staff" });
  if (seller && device?.over_since === null && found.device_seller_id !== seller.id)
    await deps.setDeviceOfSignIn(ctx.db, found.sign_in_id, seller.id);
  const staff = memberOf(found);
  if (!needsSeller) {
    const account: AccountContext = { ...ctx, staff };
    if (endpoint.can === "operator" && !staff.is_operator) await refuse(account, deps.recordRefusal);
    requireFactors(endpoint, staff, deps);
    return account;
  }
  const isVisitor = staff.roles.length === 0 && staff.permit_id !== null;
  if (!seller || (staff.roles.length === 0 && !isVisitor)) throw new Refused({ code: "not_found", context: "staff" });
  request.seller = seller;
  const providers = providersFor(deps.providers, seller);
  const atSeller: StaffContext = { ...ctx, db, staff, seller, providers, acrossSellers: ctx.db };
  const isReadOnly = isVisitor && endpoint.method !== "GET";
  if (isReadOnly || !staff.can(endpoint.can === "gate" ? "scan.check_in" : (endpoint.can as Permission)))
    await refuse(atSeller, deps.recordRefusal);
  requireFactors(endpoint, staff, deps);
  if (isVisitor) await deps.recordVisit(atSeller);
  const atGate: GateContext & StaffContext = { ...atSeller, gate: { kind: "staff", staff } };
  return endpoint.can === "gate" ? atGate : atSeller;
};

/** Whether the calling screen belongs to somebody else than the person who is signed in. */
const isOfAnother = ({ headers }: FastifyRequest, { id }: FoundSignIn): boolean =>
  headers[readerHeader] !== undefined && headers[readerHeader] !== id;

const deviceOf = (
  request: FastifyRequest,
  { db, seller, deps }: { readonly db: OfficeContext["db"]; readonly seller: Seller; readonly deps: StaffMountDeps },
): Promise<GateDevice | undefined> => {
  const token = request.cookies[deviceCookie(deps.origin.startsWith("https:"))];
  return token !== undefined && /^[\w-]{43}$/.test(token)
    ? deps.findDevice(db, seller.id, hashOfToken(token))
    : Promise.resolve(undefined);
};

/** An ended device leaves its browser to somebody who is signed in there, but for what it scanned before it ended. */
const isGivenUp = ({ acceptsEndedDevice }: StaffEndpoint, { token_hash }: OfficeContext, device: GateDevice): boolean =>
  token_hash !== null && device.over_since !== null && !acceptsEndedDevice;

/** An ended device may only send what it scanned before it ended. */
const admitDevice = (
  { acceptsEndedDevice }: StaffEndpoint,
  { ctx, seller, device }: { readonly ctx: OfficeContext; readonly seller: Seller; readonly device: GateDevice },
): GateContext => {
  if (device.over_since !== null && !acceptsEndedDevice) throw new Refused({ code: "device_ended", context: "gate" });
  return { ...ctx, seller, gate: device };
};

const memberOf = (found: FoundSignIn): StaffMember => {
  // An operator who has a role at the seller works with that role's permissions; otherwise a permit only allows a visit.
  const granted =
    found.roles.length === 0 && found.permit_id !== null ? new Set(visitPermissions) : permissionsOf(found.roles);
  return { ...found, can: (permission) => granted.has(permission) };
};

const requireFactors = (
  { stepUp, needsFactor }: StaffEndpoint,
  staff: StaffMember,
  { production }: StaffMountDeps,
): void => {
  if (production && needsFactor && !staff.has_second_factor)
    throw new Refused({ code: "second_factor_required", context: "staff" });
  if (stepUp) requireStepUp(staff);
};

/** Refuses unless the second factor was shown within the last minutes. */
export const requireStepUp = (staff: Pick<StaffMember, "is_proved">): void => {
  if (!staff.is_proved) throw new Refused({ code: "step_up_required", context: "staff" });
};

const officeContext = (
  call: StaffEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { connections, providers, sealer, production, origin, clock, isBehindUnnamedProxy, countryOf }: StaffMountDeps,
): OfficeContext => {
  const secure = origin.startsWith("https:");
  const name = officeCookie(secure);
  const cookie = { path: "/", httpOnly: true, secure, sameSite: "strict" } as const;
  const token = request.cookies[name];
  return {
    db: connections.acrossSellers(),
    call,
    clientAddress: request.ip,
    isBehindUnnamedProxy: isBehindUnnamedProxy(request),
    providers,
    sealer,
    production,
    origin,
    browser: browserName(request.headers["user-agent"]),
    country: countryOf(request),
    now: clock(),
    token_hash: token !== undefined && /^[\w-]{43}$/.test(token) ? hashOfToken(token) : null,
    issueToken: () => {
      const fresh = randomBytes(32).toString("base64url");
      reply.setCookie(name, fresh, cookie);
      return hashOfToken(fresh);
    },
    issueDeviceToken: (ends) => {
      const fresh = randomBytes(32).toString("base64url");
      const seconds = Math.max(0, Math.floor((ends.epochMilliseconds - clock().epochMilliseconds) / 1000));
      reply.setCookie(deviceCookie(secure), fresh, { ...cookie, maxAge: seconds });
      return hashOfToken(fresh);
    },
    forgetDevice: () => void reply.clearCookie(deviceCookie(secure), cookie),
    clearToken: () => void reply.clearCookie(name, cookie).header("clear-site-data", '"cache", "storage"'),
    requestId: request.id,
    log: request.log,
    audited: new Set<AuditAction>(),
  };
};
