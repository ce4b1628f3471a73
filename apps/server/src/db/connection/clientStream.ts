import type pg from "pg";

type ClientStream = {
  cork(): void;
  uncork(): void;
  setTimeout(milliseconds: number, onSilence?: () => void): void;
  on(event: "data", listener: (bytes: Buffer) => void): void;
  pause(): void;
  resume(): void;
  destroy(error: Error): void;
  readonly bytesRead: number;
};
type StreamingClient = {
  readonly connection?: { readonly stream?: ClientStream };
  readonly readyForQuery?: boolean;
  foyerCorked?: boolean;
};

const streamingClient = (client: pg.PoolClient): StreamingClient => client as unknown as StreamingClient;

const noAnswer = (): Error => Object.assign(new Error("The database does not answer"), { code: "ETIMEDOUT" });

/**
 * Breaks a connection that owes a reply and stays silent, as when the database's machine is lost. TCP alone would wait
 * for a quarter of an hour.
 */
export const installReplyTimeout = (client: pg.PoolClient, milliseconds: number): void => {
  const streaming = streamingClient(client);
  const stream = streaming.connection?.stream;
  stream?.setTimeout(milliseconds, () => {
    const { bytesRead } = stream;
    // Reads what arrived while the event loop was busy first.
    setImmediate(() => {
      if (streaming.readyForQuery === false && stream.bytesRead === bytesRead) stream.destroy(noAnswer());
    });
  });
};

/** Changes the time of `installReplyTimeout`. 0 waits forever. */
export const changeReplyTimeout = (client: pg.PoolClient, milliseconds: number): void =>
  streamingClient(client).connection?.stream?.setTimeout(milliseconds);

/** The size of a piece of a long reply as the network delivers it. Short replies do not count. */
const longPiece = 8 * 1024;

/**
 * Reads a long reply piece by piece, one per turn of the event loop. Otherwise megabytes that have arrived are read and
 * parsed in one turn, and every request waits for that.
 */
export const readInPieces = (client: pg.PoolClient): void => {
  const stream = streamingClient(client).connection?.stream;
  stream?.on("data", ({ length }) => {
    if (length < longPiece) return;
    stream.pause();
    setImmediate(() => stream.resume());
  });
};

/** Sends all statements of one tick in one packet: each write is a system call, and a pipeline has dozens of statements. */
export const corkUntilNextTick = (client: pg.PoolClient): void => {
  const streaming = streamingClient(client);
  const stream = streaming.connection?.stream;
  if (streaming.foyerCorked || !stream) return;
  streaming.foyerCorked = true;
  stream.cork();
  process.nextTick(() => {
    streaming.foyerCorked = false;
    stream.uncork();
  });
};
