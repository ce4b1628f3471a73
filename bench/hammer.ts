import { onTheWire, openConnection } from "./connection.ts";

type Load = {
  readonly clients: number;
  readonly seconds: number;
  /** At most this many in all. */
  readonly requests?: number;
  readonly next: () => { readonly path: string; readonly body: object };
  /** Any other status ends the run with an error. */
  readonly expect: readonly number[];
};

/** Kept-alive clients, each with one request under way. */
export const hammer = async (
  url: string,
  load: Load,
): Promise<{ perSecond: number; byStatus: ReadonlyMap<number, number> }> => {
  const byStatus = new Map<number, number>();
  const bytes = new Map<object, Buffer>();
  let left = load.requests ?? Infinity;
  const began = performance.now();
  const more = (): boolean => left-- > 0 && performance.now() - began < load.seconds * 1000;

  const work = async (): Promise<void> => {
    const client = await openConnection(url);
    while (more()) {
      const request = load.next();
      let written = bytes.get(request);
      if (!written) bytes.set(request, (written = onTheWire(url, request)));
      const { status } = await client.ask(written);
      if (!load.expect.includes(status)) throw new Error(`The server answered ${status}.`);
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: load.clients }, work));
  const took = (performance.now() - began) / 1000;
  return { perSecond: [...byStatus.values()].reduce((sum, count) => sum + count, 0) / took, byStatus };
};
