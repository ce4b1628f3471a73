import * as z from "zod/mini";
import { endpoint, type Endpoint, type Method } from "../../endpoint.ts";
import type { AuditAction } from "./auditActions.ts";
import { needsStepUp, permissions, type Permission } from "./permissions.ts";

/**
 * Who may call: somebody with a permission at the seller that the call names, a paired device or somebody with
 * `scan.check_in` there (`gate`), the operator (`operator`), anybody who is signed in (about their own account), or anybody at
 * all (signing in itself).
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
 * One call of the back office, answered under `/staff_api`. It is no `Endpoint`, so that a call without a guard cannot be
 * mounted for visitors, and the storefront cannot call it.
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
  /** Needs the second factor to have been shown in the last ten minutes. */
  readonly stepUp: boolean;
  /** Refused in production to an account without a second factor; not so what setting one up needs. */
  readonly needsFactor: boolean;
  /** The entry of the audit log that the call has to write; null for a call that changes nothing. */
  readonly audits: AuditAction | null;
  /** A device that was ended may still call, to send what it scanned before. */
  readonly acceptsEndedDevice: boolean;
  /** The largest body, where it is not that of every call. */
  readonly maxBodyBytes: number | undefined;
  /** Its body is a file: a slow line has longer to send it, and few are received at the same time. */
  readonly isUpload: boolean;
};

const emptyShape = (parts: object): Endpoint => endpoint(parts as never);

/**
 * Declares a call of the back office. `stepUp` is by default what its permission needs. A call that is no GET has to name
 * what it writes to the audit log.
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
  acceptsEndedDevice = false,
  maxBodyBytes,
  isUpload = false,
  audits,
  ...parts
}: Parts<P, Q, B, R> & {
  readonly can: C;
  readonly stepUp?: boolean;
  readonly needsFactor?: boolean;
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

/** Sent by a screen that asks again by itself while nobody uses it: such a call is no use of the sign-in. */
export const unattendedHeader = { name: "x-unattended", value: "1" } as const;
