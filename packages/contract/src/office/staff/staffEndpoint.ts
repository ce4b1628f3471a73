import * as z from "zod/mini";
import { endpoint, type Endpoint, type Method } from "../../endpoint.ts";
import type { AuditAction } from "./auditActions.ts";
import { needsStepUp, permissions, type Permission } from "./permissions.ts";

/**
 * Who may call: somebody with a permission at the seller that the call names; a paired device or somebody with
 * `scan.check_in` there (`gate`); the operator (`operator`); anybody signed in, for their own account (`signed_in`); or
 * anybody at all, for signing in (`anyone`).
 */
export type StaffAccess = Permission | "gate" | "operator" | "signed_in" | "anyone";

type Shape = z.ZodMiniObject;
type Parts<P extends Shape, Q extends Shape, B extends z.ZodMiniType, R extends z.ZodMiniType> = {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly reply: R;
  readonly raw?: boolean;
};

/**
 * One call of the back office, answered under `/staff_api`. It is a type of its own rather than an `Endpoint`, so that a
 * call without a guard cannot be mounted for visitors, and the storefront cannot call it.
 */
export type StaffEndpoint<
  C extends StaffAccess = StaffAccess,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> = Omit<Endpoint<P, Q, B, R>, "audience"> & {
  readonly audience: "staff";
  readonly can: C;
  /** Needs step-up: the second factor must have been shown within the last ten minutes. */
  readonly stepUp: boolean;
  /** Refused in production for an account without a second factor. False for the calls that set one up. */
  readonly needsFactor: boolean;
  /** The audit log entry that the call must write; null for a call that changes nothing. */
  readonly audits: AuditAction | null;
  /**
   * Sends or makes something anew at each call. An equal call that the same person sends at the same moment, as by a double
   * click, is answered with the reply of the first.
   */
  readonly mergesRepeats: boolean;
  /**
   * A signed-in caller who repeats it with the same idempotency key gets the first reply, and nothing is done again. False
   * where the request has a secret that can be guessed from its hash, or where the first request ends what the repetition
   * would need.
   */
  readonly keepsReply: boolean;
  /** The reply has a secret that is stored nowhere else: it is kept sealed. */
  readonly sealsReply: boolean;
  /** A device that was ended can still call, to send what it scanned before. */
  readonly acceptsEndedDevice: boolean;
  /** The maximum body size, if it differs from the default. */
  readonly maxBodyBytes: number | undefined;
  /** The body is a file: a slow connection gets more time to send it, and only a few are received at once. */
  readonly isUpload: boolean;
};

const emptyShape = (parts: object): Endpoint => endpoint(parts as never);

/**
 * Declares a call of the back office. `stepUp` defaults to what the permission needs. A call other than GET must name its
 * audit log entry.
 */
export const staffEndpoint = <
  const C extends StaffAccess,
  P extends Shape = z.ZodMiniObject<Record<never, never>>,
  Q extends Shape = z.ZodMiniObject<Record<never, never>>,
  B extends z.ZodMiniType = z.ZodMiniObject<Record<never, never>>,
  R extends z.ZodMiniType = z.ZodMiniObject<Record<never, never>>,
>({
  can,
  stepUp = permissions.some((permission) => permission === can && needsStepUp(permission)),
  needsFactor = true,
  mergesRepeats = false,
  keepsReply = true,
  sealsReply = false,
  acceptsEndedDevice = false,
  maxBodyBytes,
  isUpload = false,
  audits,
  ...parts
}: Parts<P, Q, B, R> & {
  readonly can: C;
  readonly stepUp?: boolean;
  readonly needsFactor?: boolean;
  readonly mergesRepeats?: boolean;
  readonly keepsReply?: boolean;
  readonly sealsReply?: boolean;
  readonly acceptsEndedDevice?: boolean;
  readonly maxBodyBytes?: number;
  readonly isUpload?: boolean;
  readonly audits: AuditAction | null;
}): StaffEndpoint<C, P, Q, B, R> =>
  ({
    ...emptyShape(parts),
    audience: "staff",
    can,
    stepUp,
    needsFactor,
    mergesRepeats,
    keepsReply: keepsReply && parts.method !== "GET" && can !== "anyone" && can !== "gate",
    sealsReply,
    acceptsEndedDevice,
    maxBodyBytes,
    isUpload,
    audits,
  }) as unknown as StaffEndpoint<C, P, Q, B, R>;

type Fields<T> = string extends keyof T ? unknown : T;

/** The input of a call: path, query and body merged flat. */
export type StaffSent<E> =
  E extends StaffEndpoint<infer _C, infer P, infer Q, infer B, infer _R>
    ? Fields<z.input<P>> & Fields<z.input<Q>> & Fields<z.input<B>>
    : never;
/** What a use case receives: the same input after parsing. */
export type StaffReceived<E> =
  E extends StaffEndpoint<infer _C, infer P, infer Q, infer B, infer _R>
    ? Fields<z.output<P>> & Fields<z.output<Q>> & Fields<z.output<B>>
    : never;
export type StaffReply<E> =
  E extends StaffEndpoint<infer _C, infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** The reply of a call that returns nothing. */
export const Nothing = z.object({});
export type Nothing = z.infer<typeof Nothing>;

/** The header that names the calling application; see `applicationHeader` for the storefront's. */
export const officeHeader = { name: "x-application", value: "office" } as const;

/**
 * The id of the person whose screen sends the call. If somebody else has signed in meanwhile in another tab, the call is
 * refused, so that nobody acts in a colleague's name.
 */
export const readerHeader = "x-staff";

/** Sent by a screen that polls while nobody uses it, so that the call does not count as activity of the sign-in. */
export const unattendedHeader = { name: "x-unattended", value: "1" } as const;
