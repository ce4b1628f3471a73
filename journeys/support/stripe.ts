import { join } from "node:path";
import type { Frame, Page, Route } from "playwright-core";
import { StripeDouble } from "../../apps/server/test/payments/stripeDouble.ts";
import { runFoyer } from "./runFoyer.ts";
import { workerShop } from "./workerShop.ts";
import { stripeFields, stripeStyle, stripeWallets } from "./stripeFrames.ts";
import { stripeScript } from "./stripeScript.ts";

const { origin, stripePort } = workerShop();
const webhookSecret = "whsec_ofThePier01";
const keys = [
  "publishable_key=pk_test_ofThePier01",
  "secret_key=sk_test_ofThePier01",
  `webhook_secret=${webhookSecret}`,
  "payment_method_configuration=pmc_ofThePier",
];

/** A seller with Stripe keys, and the Stripe double that they belong to. */
export const openStripeSeller = async (): Promise<StripeDouble> => {
  const double = await StripeDouble.open(stripePort);
  await runFoyer(["import", join(import.meta.dirname, "catalogues/pier.yaml")]);
  await runFoyer(["seller", "keys", "pier", "--stripe"], keys.join("\n"));
  return double;
};

/** Removes the keys before the double, so that no job of the server calls it. */
export const closeStripeSeller = async (double: StripeDouble): Promise<void> => {
  await runFoyer(["seller", "keys", "pier", "--stripe", "--forget"]);
  await double.close();
};

const html = (body: string, style = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stripe</title><style>${style}</style></head><body>${body}</body></html>`;
const inlineScript = (script: (wish: never) => void, wish: object): string =>
  `(${script.toString()})(${JSON.stringify(wish)})`;
const fulfill = (route: Route, contentType: string, body: string) =>
  route.fulfill({ contentType, body, headers: { "access-control-allow-origin": "*" } });

export type StripePageOptions = {
  /** Whether the device has a wallet. */
  readonly wallet?: boolean;
  /** The e-mail address stored in the express wallet at the top of the checkout; without one there is no such wallet. */
  readonly walletEmail?: string | undefined;
  /** Whether the visitor's browser blocks Stripe's script. */
  readonly blocked?: boolean;
};

/** Each token can be used once. */
let tokens = 0;

/** Answers requests of the visitor's browser to Stripe's addresses. */
export const routeStripe = async (
  page: Page,
  double: StripeDouble,
  { wallet = false, walletEmail, blocked = false }: StripePageOptions = {},
) => {
  const context = page.context();
  await context.route("https://js.stripe.com/**", (route) => {
    if (blocked) return route.abort("blockedbyclient");
    const { pathname } = new URL(route.request().url());
    if (pathname === "/endive/stripe.js") return fulfill(route, "text/javascript", inlineScript(stripeScript, {}));
    if (pathname === "/endive/wallets.html") {
      const known = { wallet: walletEmail !== undefined, email: walletEmail ?? "", page: origin };
      return fulfill(
        route,
        "text/html",
        html(`<script>window.onload = () => ${inlineScript(stripeWallets, known)}</script>`, stripeStyle),
      );
    }
    if (pathname === "/endive/fields.html")
      return fulfill(
        route,
        "text/html",
        html(`<script>${inlineScript(stripeFields, { wallet, page: origin })}</script>`, stripeStyle),
      );
    return route.abort();
  });
  await context.route("https://api.stripe.com/**", async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    if (request.method() === "POST" && pathname === "/v1/confirmation_tokens") {
      const type = new URLSearchParams(request.postData() ?? "").get("type");
      return fulfill(
        route,
        "application/json",
        JSON.stringify({ id: `ctoken_${type}_${++tokens}`, object: "confirmation_token" }),
      );
    }
    const answer = await fetch(double.baseUrl + pathname + search);
    return fulfill(route, "application/json", await answer.text());
  });
  // The bank's challenge in a frame of the page.
  await context.route("https://hooks.stripe.com/**", async (route) => {
    const [, , intent = "", decision] = new URL(route.request().url()).pathname.split("/");
    if (decision) double.state.completeChallenge(intent, decision === "agree");
    const script = `parent.postMessage({ kind: "decided" }, ${JSON.stringify(origin)})`;
    const links = ["agree", "refuse"].map((way) => `<p><a href="/bank/${intent}/${way}">${way}</a></p>`).join("");
    return fulfill(route, "text/html", html(decision ? `<script>${script}</script>` : `<h1>Your bank</h1>${links}`));
  });
  // The bank's challenge on its own page, which redirects the payer back as Stripe does.
  await context.route("https://pm-redirects.stripe.com/**", async (route) => {
    const [, , id = "", decision] = new URL(route.request().url()).pathname.split("/");
    const intent = double.state.intents.get(id);
    if (!intent?.returnUrl) return route.abort();
    const links = ["agree", "refuse"].map((way) => `<p><a href="/authorize/${id}/${way}">${way}</a></p>`).join("");
    if (!decision) return fulfill(route, "text/html", html(`<h1>Your bank</h1>${links}`));
    double.state.completeChallenge(id, decision === "agree");
    const back = new URL(intent.returnUrl);
    back.searchParams.append("payment_intent", id);
    back.searchParams.append("payment_intent_client_secret", intent.client_secret);
    back.searchParams.append("redirect_status", decision === "agree" ? "succeeded" : "failed");
    return route.fulfill({ status: 303, headers: { location: back.href } });
  });
};

export const paymentFields = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
export const walletFrame = (page: Page) => page.frameLocator('iframe[title="Secure express checkout frame"]');
export const bankFrame = (page: Page) => page.frameLocator('iframe[title="3D Secure"]');
export const childFrames = (page: Page): readonly Frame[] =>
  page.frames().filter((frame) => frame !== page.mainFrame());

/** Sends the shop a webhook about an intent. */
export const sendWebhook = async (double: StripeDouble, type: string, intent: string): Promise<number> => {
  const { payload, header } = double.webhook(type, double.state.intentObject(intent), webhookSecret);
  const { status } = await fetch(`${origin}/_hooks/stripe/pier`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": header },
    body: payload,
  });
  return status;
};
