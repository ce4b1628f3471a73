import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

type OnData = NonNullable<SMTPServerOptions["onData"]>;

/** Behaviours: accepts an e-mail, rejects it permanently or temporarily, hangs, or accepts it and disconnects. */
export type MailServerBehavior =
  | "accepts"
  | "rejects recipient"
  | "defers recipient"
  | "rejects message"
  | "hangs"
  | "accepts and disconnects";
export type ReceivedEmail = { readonly to: readonly string[]; readonly from: string; readonly raw: string };

/** A mail server on its own port that keeps the e-mails it receives. */
export type TestMailServer = {
  readonly url: string;
  readonly received: ReceivedEmail[];
  behavior: MailServerBehavior;
  close(): Promise<void>;
};

const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

export const openTestMailServer = async (): Promise<TestMailServer> => {
  const sockets = new Set<Socket>();
  const received: ReceivedEmail[] = [];
  const receive = async (...[stream, session, done]: Parameters<OnData>): Promise<void> => {
    const raw = await text(stream);
    if (mailServer.behavior === "rejects message") return done(smtpError(554, "No"));
    if (mailServer.behavior === "hangs") return undefined;
    const { mailFrom, rcptTo } = session.envelope;
    received.push({ raw, from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address) });
    if (mailServer.behavior !== "accepts and disconnects") return done();
    for (const socket of sockets) socket.destroy();
    return undefined;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_address, _session, done) => {
      if (mailServer.behavior === "rejects recipient") done(smtpError(550, "No such mailbox"));
      else if (mailServer.behavior === "defers recipient") done(smtpError(451, "Try again later"));
      else done();
    },
    onData: (stream, session, done) => void receive(stream, session, done),
  });
  // A client that disconnects is not an error.
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const mailServer: TestMailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    behavior: "accepts",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return mailServer;
};
