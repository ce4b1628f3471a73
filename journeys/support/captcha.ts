import { createServer, type Server } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Page, Route } from "playwright-core";
import { captchaScript } from "./captchaScript.ts";
import { runFoyer } from "./runFoyer.ts";
import { workerShop } from "./workerShop.ts";

const { origin, captchaPort } = workerShop();
const siteKey = "site-key-of-the-buoy";
const secret = "secret-of-the-buoy";

/** The addresses of each provider's script, frame and verification. */
const providers = {
  hcaptcha: {
    script: "https://js.hcaptcha.com/1/api.js",
    frame: "https://newassets.hcaptcha.com/captcha/frame.html",
    verify: "/siteverify",
    name: "hcaptcha",
    brand: "hCaptcha",
    startsItself: false,
  },
  recaptcha: {
    script: "https://www.google.com/recaptcha/api.js",
    frame: "https://www.google.com/recaptcha/api2/anchor",
    verify: "/recaptcha/api/siteverify",
    name: "grecaptcha",
    brand: "reCAPTCHA",
    startsItself: false,
  },
  turnstile: {
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js",
    frame: "https://challenges.cloudflare.com/turnstile/v0/frame",
    verify: "/turnstile/v0/siteverify",
    name: "turnstile",
    brand: "Cloudflare Turnstile",
    startsItself: true,
  },
} as const;
export type WidgetProvider = keyof typeof providers;
export const brandOf = (provider: WidgetProvider): string => providers[provider].brand;

/** A double of the providers: the answers of their frames, and whether they count as human. */
export class CaptchaDouble {
  /** Whether the script loads, is blocked, or is replaced by an empty one by a blocker. */
  script: "loads" | "blocked" | "empty" = "loads";
  /** Whether it rejects every answer. */
  isStrict = false;
  /** The result of each verification that the server requested. */
  readonly verified: boolean[] = [];
  private readonly tokens = new Map<string, string>();
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  static async open(): Promise<CaptchaDouble> {
    const server = createServer(async (request, response) => {
      const form = new URLSearchParams(await text(request));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(double.verify(request.url ?? "", form)));
    });
    const double = new CaptchaDouble(server);
    await new Promise<void>((resolve) => void server.listen(captchaPort, "127.0.0.1", resolve));
    return double;
  }

  /** An answer is accepted once, for the provider, the secret and the call that it was given for. */
  private verify(path: string, form: URLSearchParams): object {
    const token = form.get("response") ?? "";
    const action = this.tokens.get(`${path} ${token}`);
    const success = !this.isStrict && action !== undefined && form.get("secret") === secret;
    this.tokens.delete(`${path} ${token}`);
    this.verified.push(success);
    if (!success) return { success, "error-codes": ["invalid-input-response"] };
    return { success, hostname: new URL(origin).hostname, ...(action && { action }) };
  }

  /** Answers requests of the visitor's browser to a provider. */
  async route(page: Page, provider: WidgetProvider): Promise<void> {
    const { script, frame, verify, ...named } = providers[provider];
    const fulfill = (route: Route, contentType: string, body: string) => route.fulfill({ contentType, body });
    await page.context().route(`${script}**`, (route) => {
      if (this.script === "blocked") return route.abort("blockedbyclient");
      const body =
        this.script === "empty" ? "" : `(${captchaScript.toString()})(${JSON.stringify({ ...named, frame })})`;
      return fulfill(route, "text/javascript", body);
    });
    await page.context().route(`${frame}**`, (route) => {
      const { searchParams } = new URL(route.request().url());
      if (searchParams.get("sitekey") !== siteKey) return route.abort();
      const token = crypto.randomUUID();
      this.tokens.set(`${verify} ${token}`, searchParams.get("action") ?? "");
      const message = `parent.postMessage({ token: "${token}" }, ${JSON.stringify(origin)})`;
      return fulfill(route, "text/html", `<!doctype html><title>Captcha</title><script>${message}</script>`);
    });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => void this.server.close(() => resolve()));
  }
}

const opened = new Map<WidgetProvider, Promise<string>>();

/** Imports the seller with a provider's captcha once, and stores the secret. Returns the seller's slug. */
export const openCaptchaSeller = (provider: WidgetProvider): Promise<string> => {
  const seller = opened.get(provider) ?? importSeller(provider);
  opened.set(provider, seller);
  return seller;
};

const importSeller = async (provider: WidgetProvider): Promise<string> => {
  const slug = `buoy-${provider}`;
  const written = await readFile(join(import.meta.dirname, "catalogues/buoy.yaml"), "utf8");
  const folder = await mkdtemp(join(tmpdir(), "foyer-captcha-"));
  try {
    const file = join(folder, "seller.yaml");
    await writeFile(
      file,
      written.replace("slug: buoy", `slug: ${slug}`).replace("provider: hcaptcha", `provider: ${provider}`),
    );
    await runFoyer(["import", file]);
  } finally {
    await rm(folder, { recursive: true });
  }
  await runFoyer(["seller", "keys", slug, "--captcha"], `secret_key=${secret}\n`);
  return slug;
};
