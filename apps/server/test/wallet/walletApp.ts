import { createHash, randomBytes } from "node:crypto";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { updateWalletPasses } from "../../src/jobs/wallet/updateWalletPasses.ts";
import type { KeyFinder } from "../../src/providers/providerKeys.ts";
import { walletRegistry, type WalletEndpoints } from "../../src/providers/wallet/walletRegistry.ts";
import type { Providers } from "../../src/providers/providers.ts";
import { openTestApp, testProviders, type TestApp } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import type { TestBuyer } from "../shop/testBuyer.ts";
import { readPassFiles } from "./readPassFiles.ts";
import { createAppleKeys, createGoogleKeys, type AppleTestKeys } from "./walletKeys.ts";

/** The contents of pass.json. */
export type TestPass = {
  readonly serialNumber: string;
  readonly passTypeIdentifier: string;
  readonly authenticationToken: string;
  readonly webServiceURL: string;
  readonly voided?: boolean;
  readonly barcodes?: readonly { readonly message: string }[];
};

/** Requests a pass as Apple Wallet does. */
export type WalletCall = {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly token?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
};

export type WalletApp = {
  readonly server: TestApp;
  readonly appleKeys: AppleTestKeys;
  /** Changes where updates of passes are sent, or that none are sent. */
  readonly setEndpoints: (endpoints: WalletEndpoints | undefined) => void;
  /** A ticket as a pass for Apple Wallet, with the buyer's session or the token of a link. */
  readonly savePass: (who: TestBuyer, ticket_id: string | undefined, token?: string) => Promise<TestPass>;
  /** Opens the link that adds a ticket to Google Wallet; returns the id of the pass at Google. */
  readonly saveGooglePass: (who: TestBuyer, ticket_id: string | undefined) => Promise<string>;
  readonly call: (shop: TestShop, path: string, call?: WalletCall) => Promise<WalletReply>;
  /** Registers a new device for a pass and returns its names. */
  readonly addDevice: (shop: TestShop, pass: TestPass) => Promise<{ device: string; pushToken: string }>;
  /** The pass as Apple Wallet gets it now. */
  readonly fetchPass: (shop: TestShop, pass: TestPass) => Promise<TestPass>;
  /** Runs the job that notifies wallets. */
  readonly runJob: () => Promise<number>;
  readonly close: () => Promise<void>;
};
export type WalletReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
};

export const origin = "https://tickets.example";
export const passPath = ({ passTypeIdentifier, serialNumber }: TestPass): string =>
  `passes/${passTypeIdentifier}/${serialNumber}`;
export const devicePath = (device: string, { passTypeIdentifier, serialNumber }: TestPass): string =>
  `devices/${device}/registrations/${passTypeIdentifier}/${serialNumber}`;
export const readPassJson = (bytes: Buffer): TestPass =>
  JSON.parse(String(readPassFiles(bytes).get("pass.json"))) as TestPass;

/** A server on which every seller has keys for both wallets. `google` are the keys of Google's service account. */
export const openWalletApp = async (google = createGoogleKeys().keys): Promise<WalletApp> => {
  const appleKeys = createAppleKeys();
  let endpoints: WalletEndpoints | undefined;
  const keysOf: KeyFinder = async (_, provider) =>
    ({ ...(provider === "apple_wallet" ? appleKeys.keys : google) }) as Record<string, string>;
  const opened = await openTestApp();
  const providers: Providers = {
    ...testProviders(opened.connections),
    findWallets: (seller_id) => walletRegistry(keysOf, endpoints)(seller_id),
    origin,
    sign: (text) => createHash("sha256").update(text).digest("base64url"),
  };
  const server = await openTestApp({ providers }, opened);
  const jobLog = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object) => {
      throw new Error(JSON.stringify(fields));
    },
  };
  const job = {
    connections: server.connections,
    providers,
    findSeller: sellerFinder(server.db, 0),
    log: jobLog,
  };

  const call: WalletApp["call"] = async ({ slug }, path, { method = "GET", token, body, headers = {} } = {}) => {
    const reply = await server.app.inject({
      method,
      url: `/_wallet/${slug}/v1/${path}`,
      headers: { ...headers, ...(token !== undefined && { authorization: `ApplePass ${token}` }) },
      ...(body && { payload: body }),
    });
    return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
  };
  return {
    server,
    appleKeys,
    setEndpoints: (given) => (endpoints = given),
    savePass: async (who, ticket_id, token) => {
      const { statusCode, rawPayload } = await server.app.inject({
        url: `/api/ticket/${ticket_id}/pkpass?_seller=${who.shop.slug}${token === undefined ? "" : `&token=${token}`}`,
        headers: { cookie: who.cookie },
      });
      if (statusCode !== 200) throw new Error(`The pass was refused: ${statusCode}.`);
      return readPassJson(rawPayload);
    },
    saveGooglePass: async (who, ticket_id) => {
      const { headers } = await who.get(`/ticket/${ticket_id}/gwpass`);
      const [, claims = ""] = String(headers["location"]).split(".").slice(-3);
      const { payload } = JSON.parse(Buffer.from(claims, "base64url").toString());
      return (payload.eventTicketObjects ?? payload.genericObjects)[0].id;
    },
    call,
    addDevice: async (shop, pass) => {
      const names = { device: randomBytes(16).toString("hex"), pushToken: randomBytes(32).toString("hex") };
      const body = { pushToken: names.pushToken };
      const { status } = await call(shop, devicePath(names.device, pass), {
        method: "POST",
        token: pass.authenticationToken,
        body,
      });
      if (status !== 201) throw new Error(`The device was refused: ${status}.`);
      return names;
    },
    fetchPass: async (shop, pass) => {
      const { status, bytes } = await call(shop, passPath(pass), { token: pass.authenticationToken });
      if (status !== 200) throw new Error(`The pass was refused: ${status}.`);
      return readPassJson(bytes);
    },
    runJob: () => updateWalletPasses(job),
    close: async () => {
      appleKeys.close();
      await server.close();
      await opened.close();
    },
  };
};
