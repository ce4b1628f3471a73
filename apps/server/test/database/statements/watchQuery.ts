type Query = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Sends a query as the client was asked to, with a callback or a promise, and reports when it is answered or has failed.
 */
export const watchQuery = (
  { original, client, args }: { readonly original: Query; readonly client: unknown; readonly args: readonly unknown[] },
  onEnd: (error?: unknown) => void,
): unknown => {
  const callback = args.at(-1);
  if (typeof callback !== "function") {
    const answer = original.apply(client, [...args]);
    void Promise.resolve(answer).then(() => onEnd(), onEnd);
    return answer;
  }
  const onAnswer = (error: unknown, result: unknown): void => {
    onEnd(error ?? undefined);
    Reflect.apply(callback, undefined, [error, result]);
  };
  return original.apply(client, [...args.slice(0, -1), onAnswer]);
};
