import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { importSPKI, jwtVerify } from "jose";

export type TestPatch = {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  // Tests read what was sent without types.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly fields: any;
};

/** Google's endpoints for tokens and passes, as a test server. */
export type GoogleObjectServer = {
  readonly url: string;
  readonly tokenUrl: string;
  readonly patches: TestPatch[];
  /** The claims with which tokens were requested. */
  readonly grants: Readonly<Record<string, unknown>>[];
  /** The status of its replies to token requests. */
  readonly tokens: { status: number };
  /** The status of its next replies about passes; after that, 200. */
  readonly statuses: (number | "silence")[];
  readonly close: () => Promise<void>;
};

export const startGoogleObjectServer = async (publicKey: string): Promise<GoogleObjectServer> => {
  const patches: TestPatch[] = [];
  const grants: Readonly<Record<string, unknown>>[] = [];
  const tokens = { status: 200 };
  const statuses: GoogleObjectServer["statuses"] = [];
  const grantOf = async (body: string): Promise<number> => {
    const form = new URLSearchParams(body);
    if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer") return 400;
    const key = await importSPKI(publicKey, "RS256");
    const { payload } = await jwtVerify(form.get("assertion") ?? "", key);
    grants.push(payload);
    return tokens.status;
  };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", async () => {
      response.setHeader("content-type", "application/json");
      if (request.url === "/token") {
        response.statusCode = await grantOf(body).catch(() => 401);
        response.end(JSON.stringify({ access_token: `token-${grants.length}`, expires_in: 3600 }));
        return;
      }
      const { method = "", url: path = "", headers } = request;
      patches.push({ method, path, authorization: headers.authorization ?? "", fields: JSON.parse(body) });
      const status = statuses.shift() ?? 200;
      if (status === "silence") return;
      response.statusCode = status;
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    tokenUrl: `${url}/token`,
    patches,
    grants,
    tokens,
    statuses,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
