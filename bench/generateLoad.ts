import { encodeRequest, openConnection } from "./connection.ts";

type Load = {
  readonly clients: number;
  readonly seconds: number;
  /** The maximum number in total. */
  readonly requests?: number;
  readonly next: () => { readonly path: string; readonly body: object };
  /** Any other status ends the run with an error. */
  readonly expect: readonly number[];
};

/** Sends requests from keep-alive clients, one at a time each. */
export const generateLoad = async (
  url: string,
  load: Load,
): Promise<{ perSecond: number; byStatus: ReadonlyMap<number, number> }> => {
  const byStatus = new Map<number, number>();
  const bytes = new Map<object, Buffer>();
  let remaining = load.requests ?? Infinity;
  const startedAt = performance.now();
  const shouldContinue = (): boolean => remaining-- > 0 && performance.now() - startedAt < load.seconds * 1000;

  const work = async (): Promise<void> => {
    const client = await openConnection(url);
    while (shouldContinue()) {
      const request = load.next();
      let encoded = bytes.get(request);
      if (!encoded) bytes.set(request, (encoded = encodeRequest(url, request)));
      const { status } = await client.send(encoded);
      if (!load.expect.includes(status)) throw new Error(`The server answered ${status}.`);
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: load.clients }, work));
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  return { perSecond: [...byStatus.values()].reduce((sum, count) => sum + count, 0) / elapsedSeconds, byStatus };
};
