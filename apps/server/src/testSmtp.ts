import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

type OnData = NonNullable<SMTPServerOptions["onData"]>;

/** How a mail server may answer: it takes the mail, refuses it for good or for now, says nothing, or takes it and is gone. */
export type Mood = "takes" | "knows nobody" | "is busy" | "wants none of it" | "says nothing" | "takes it and drops";
export type Taken = { readonly to: readonly string[]; readonly from: string; readonly raw: string };

/** A mail server of the test's own, at a port of its own, that keeps what it is given. */
export type MailSink = {
  readonly url: string;
  readonly taken: Taken[];
  mood: Mood;
  close(): Promise<void>;
};

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

export const openMailSink = async (): Promise<MailSink> => {
  const sockets = new Set<Socket>();
  const taken: Taken[] = [];
  const take = async (...[stream, session, done]: Parameters<OnData>): Promise<void> => {
    const raw = await text(stream);
    if (sink.mood === "wants none of it") return done(refusal(554, "No"));
    if (sink.mood === "says nothing") return undefined;
    const { mailFrom, rcptTo } = session.envelope;
    taken.push({ raw, from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address) });
    if (sink.mood !== "takes it and drops") return done();
    for (const socket of sockets) socket.destroy();
    return undefined;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_address, _session, done) => {
      if (sink.mood === "knows nobody") done(refusal(550, "No such mailbox"));
      else if (sink.mood === "is busy") done(refusal(451, "Try again later"));
      else done();
    },
    onData: (stream, session, done) => void take(stream, session, done),
  });
  // A client that is gone is no error of ours.
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    mood: "takes",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return sink;
};
