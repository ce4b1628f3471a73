import * as z from "zod/mini";

type Shape = z.ZodMiniObject;
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * One call between browser and server. `path` is without the prefix: a call marked `cached` is answered under
 * `/cached_api` as well as `/api`, every other one under `/api` alone. `image` replies are bytes, not JSON; `media` says of what type, where they are no picture.
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
};

const emptyObject = z.strictObject({});

/** Declares a call. Every schema is closed: a key that is not named here is refused. */
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

/** A part of a call without fields adds none; its own type would forbid those of the other parts. */
type CallFields<T> = string extends keyof T ? unknown : T;

/** What a caller gives: path, query and body merged flat; a list body travels as `list`. */
export type Sent<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? CallFields<z.input<P>> &
        CallFields<z.input<Q>> &
        (z.input<B> extends readonly unknown[] ? { list: z.input<B> } : CallFields<z.input<B>>)
    : never;
/** What a handler receives: the same after parsing. */
export type Received<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? CallFields<z.output<P>> &
        CallFields<z.output<Q>> &
        (z.output<B> extends readonly unknown[] ? { list: z.output<B> } : CallFields<z.output<B>>)
    : never;
/** What the server says back. */
export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** The header that says which application is calling (requirements OPEN-86). */
export const applicationHeader = { name: "x-application", value: "ecomm" } as const;

/**
 * The header of a call that may be said again after a lost answer: 16 to 64 letters, digits, '-' and '_', random, a new one
 * for each thing that is to be done. Honoured by the changes of a cart and by paying, for whoever has a session. The same
 * call with the same key is answered the same for a day and does nothing more; it is refused with `request_in_progress`
 * while the first is under way, with `idempotency_key_reused` when it asks for something else.
 */
export const idempotencyHeader = "idempotency-key";
export const isIdempotencyKey = (text: string): boolean => /^[\w-]{16,64}$/.test(text);
