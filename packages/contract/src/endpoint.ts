import * as z from "zod/mini";

type Shape = z.ZodMiniObject;
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * One call between browser and server. `path` has no prefix: every call is answered under `/api`, a call marked
 * `cached` under `/cached_api` as well. A `raw` call replies with bytes or a redirect instead of JSON; `mediaType` is
 * the type of the bytes, an image where it is absent.
 */
export type Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> = {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly reply: R;
  readonly cached: boolean;
  readonly raw: boolean;
  readonly mediaType?: string | undefined;
  /** For visitors. A call of the back office names its own (office/staffEndpoint.ts), so that neither is taken for the other. */
  readonly audience?: undefined;
};

const emptyObject = z.strictObject({});

/** Declares a call. Parameters, query and body are closed: an unknown key is refused. */
export const endpoint = <
  P extends Shape = typeof emptyObject,
  Q extends Shape = typeof emptyObject,
  B extends z.ZodMiniType = typeof emptyObject,
  R extends z.ZodMiniType = typeof emptyObject,
>(call: {
  name: string;
  method: Method;
  path: string;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  cached?: boolean;
  raw?: boolean;
  mediaType?: string | undefined;
}): Endpoint<P, Q, B, R> => ({
  params: emptyObject as unknown as P,
  query: emptyObject as unknown as Q,
  body: emptyObject as unknown as B,
  cached: false,
  raw: false,
  ...call,
});

/** An empty part of a call adds no fields. Its own type would forbid the fields of the other parts. */
type CallFields<T> = string extends keyof T ? unknown : T;

/** The input of a call: path, query and body merged flat. A body that is a list is passed as `list`. */
export type Sent<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? CallFields<z.input<P>> &
        CallFields<z.input<Q>> &
        (z.input<B> extends readonly unknown[] ? { list: z.input<B> } : CallFields<z.input<B>>)
    : never;
/** What a handler receives: the same input after parsing. */
export type Received<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? CallFields<z.output<P>> &
        CallFields<z.output<Q>> &
        (z.output<B> extends readonly unknown[] ? { list: z.output<B> } : CallFields<z.output<B>>)
    : never;
/** The reply of a call. */
export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** The header that names the calling application. */
export const applicationHeader = { name: "x-application", value: "ecomm" } as const;

/**
 * The header that makes a call safe to repeat after a lost answer: 16 to 64 letters, digits, '-' and '_', random, a
 * new key for each action. Honoured for changes of a cart and for payments. The same call with the same key gets the
 * same answer for a day and has no further effect; without a session, for ten minutes and with the same session, where
 * the key has 22 characters at least. Refused with `request_in_progress` while the
 * first call is running, and with `idempotency_key_reused` if the call differs.
 */
export const idempotencyHeader = "idempotency-key";
export const isIdempotencyKey = (text: string): boolean => /^[\w-]{16,64}$/.test(text);
