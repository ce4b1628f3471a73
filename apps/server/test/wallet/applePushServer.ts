import { readFileSync, writeFileSync } from "node:fs";
import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import tls from "node:tls";
import type { AppleTestKeys } from "./walletKeys.ts";

export type TestPush = {
  readonly token: string;
  readonly topic: string;
  readonly body: string;
  /** The pass type that the client's certificate is for. */
  readonly certificate: string;
};
type Answer = { readonly status: number; readonly reason?: string } | "silence";

/** Apple's push service as a test server: HTTP/2 with client certificates. */
export type ApplePushServer = {
  readonly url: string;
  readonly pushes: TestPush[];
  /** Answers by push token; every other device gets its push. */
  readonly answers: Map<string, Answer>;
  readonly close: () => Promise<void>;
};

const issueCertificate = ({ openssl, folder }: AppleTestKeys): { readonly key: string; readonly cert: string } => {
  writeFileSync(join(folder, "push.cnf"), "basicConstraints=CA:FALSE\nsubjectAltName=DNS:localhost\n");
  openssl("genpkey", "-algorithm", "RSA", "-out", "push.key");
  openssl("req", "-new", "-key", "push.key", "-subj", "/CN=localhost", "-out", "push.csr");
  openssl(
    ..."x509 -req -in push.csr -CA root.pem -CAkey root.key -set_serial 99 -days 5 -extfile push.cnf -out push.pem".split(
      " ",
    ),
  );
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  return { key: text("push.key"), cert: text("push.pem") };
};

export const startApplePushServer = async (keys: AppleTestKeys): Promise<ApplePushServer> => {
  const root = readFileSync(keys.rootFile, "utf8");
  // The client trusts the authorities that Node trusts.
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), root]);
  const pushes: TestPush[] = [];
  const answers: ApplePushServer["answers"] = new Map();
  const sessions = new Set<ServerHttp2Session>();
  const ca = [root, readFileSync(join(keys.folder, "wwdr.pem"), "utf8")];
  const server = createSecureServer({ ...issueCertificate(keys), ca, requestCert: true, rejectUnauthorized: true });
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  server.on("stream", (stream: ServerHttp2Stream, headers) => {
    const socket = stream.session?.socket;
    if (!(socket instanceof tls.TLSSocket)) throw new Error("The push service is called over TLS.");
    const token = String(headers[":path"]).replace("/3/device/", "");
    const { subject } = socket.getPeerCertificate();
    let body = "";
    stream.on("error", () => undefined);
    stream.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    stream.on("end", () => {
      pushes.push({ token, topic: String(headers["apns-topic"]), body, certificate: String(subject["UID"]) });
      const answer = answers.get(token) ?? { status: 200 };
      if (answer === "silence") return;
      stream.respond({ ":status": answer.status });
      stream.end(answer.reason === undefined ? "" : JSON.stringify({ reason: answer.reason }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    pushes,
    answers,
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
