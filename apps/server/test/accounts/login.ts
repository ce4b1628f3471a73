import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";
import { signCaptcha } from "../app/testProviders.ts";
import { createTestShop, type SellerOverrides, type TestShop } from "../shop/createTestShop.ts";
import type { TestResponse, TestApp } from "../app/testApp.ts";
import { solveCaptcha, type CaptchaTask } from "./solveCaptcha.ts";

/** A seller with the login method `authentication`. */
export const createLoginShop = (
  { db }: Pick<TestApp, "db">,
  authentication: string,
  extra: { readonly configuration?: object; readonly seller?: SellerOverrides } = {},
): Promise<TestShop> =>
  createTestShop(db, {
    seller: { configuration: JSON.stringify({ authentication, ...extra.configuration }), ...extra.seller },
  });

/**
 * The server's challenge, made so easy that the first attempt solves it: a real one takes a tenth of a second of CPU
 * time. The server accepts it, because the test providers sign in the same way.
 */
const easyTask = ({ parameters: { algorithm, cost, data, expiresAt } }: CaptchaTask): Promise<CaptchaTask> =>
  createChallenge({
    algorithm,
    cost,
    ...(data && { data }),
    ...(expiresAt !== undefined && { expiresAt }),
    counter: 0,
    deriveKey,
    hmacSignatureSecret: signCaptcha("captcha of a task"),
    hmacKeySignatureSecret: signCaptcha("captcha of its solution"),
  });

/** A visitor who logs in, with cookies and an IP address, and can solve captchas. */
export class TestVisitor {
  readonly #server: TestApp;
  readonly shop: Pick<TestShop, "slug">;
  readonly cookies = new Map<string, string>();
  clientAddress: string;

  constructor(server: TestApp, shop: Pick<TestShop, "slug">, { from = "127.0.0.1", cookie = "" } = {}) {
    this.#server = server;
    this.shop = shop;
    this.clientAddress = from;
    const [name, value] = cookie.split("=");
    if (name && value !== undefined) this.cookies.set(name, value);
  }
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  get session(): string | undefined {
    return this.cookies.get(`foyer.${this.shop.slug}`);
  }

  async send(
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestResponse> {
    const response = await this.#server.app.inject({
      method,
      url: `/api${path}${path.includes("?") ? "&" : "?"}_seller=${this.shop.slug}`,
      remoteAddress: this.clientAddress,
      headers: { "x-application": "ecomm", ...(this.cookie && { cookie: this.cookie }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    for (const { name, value } of response.cookies)
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    const { statusCode: status, payload } = response;
    if (status === 500) throw new Error(`A bug: ${method} ${path}`);
    return { status, body: payload.startsWith("{") ? JSON.parse(payload) : payload, headers: response.headers };
  }
  get(path: string): Promise<TestResponse> {
    return this.send("GET", path);
  }
  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> {
    return this.send("POST", path, body, headers);
  }
  /** Solves the built-in captcha and returns it as headers. */
  async solveCaptcha(purpose: CaptchaPurpose = "login"): Promise<Record<string, string>> {
    return solveCaptcha(await easyTask((await this.get(`/captcha/challenge?purpose=${purpose}`)).body));
  }
  /** The same with the built-in captcha solved. */
  async postWithCaptcha(path: string, body: unknown, purpose: CaptchaPurpose = "login"): Promise<TestResponse> {
    return this.post(path, body, await this.solveCaptcha(purpose));
  }
}

/** 'code:context' of a refusal, or the status of a success. */
export const responseCode = ({ status, body }: TestResponse): string | number =>
  status < 400 ? status : `${body._data[0]._code}:${body._data[0]._context}`;

/** The e-mails to an address as plain text, newest first. */
export const emailsTo = async (
  { db }: Pick<TestApp, "db">,
  address: string,
): Promise<readonly { kind: string; text: string }[]> => {
  const rows = await db
    .selectFrom("outbox")
    .select(["kind", "message"])
    .where("to_address", "=", address)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ kind, message }) => ({ kind, text: (message as { text: string }).text }));
};
