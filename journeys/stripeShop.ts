import { join } from "node:path";
import type { Frame, Page, Route } from "playwright-core";
import { StripeDouble } from "../apps/server/src/outside/payments/stripeDouble.testing.ts";
import { foyer } from "./operator.ts";
import { ourShop } from "./ourShop.ts";
import { vendorFields, vendorScript, vendorStyle } from "./vendorScript.ts";

const { origin, stripePort } = ourShop();
const webhookSecret = "whsec_ofThePier01";
const keys = [
  "publishable_key=pk_test_ofThePier01",
  "secret_key=sk_test_ofThePier01",
  `webhook_secret=${webhookSecret}`,
  "payment_method_configuration=pmc_ofThePier",
];

/** A seller with keys of their own, and the Stripe that they belong to. */
export const openPier = async (): Promise<StripeDouble> => {
  const double = await StripeDouble.open(stripePort);
  await foyer(["import", join(import.meta.dirname, "pier.yaml")]);
  await foyer(["seller", "keys", "pier", "--stripe"], keys.join("\n"));
  return double;
};

const html = (body: string, style = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stripe</title><style>${style}</style></head><body>${body}</body></html>`;
const run = (script: (wish: never) => void, wish: object): string => `(${script.toString()})(${JSON.stringify(wish)})`;
const send = (route: Route, contentType: string, body: string) =>
  route.fulfill({ contentType, body, headers: { "access-control-allow-origin": "*" } });

export type Vendor = {
  /** This device has a wallet. */
  readonly wallet?: boolean;
  /** Something in the visitor's browser keeps the script out. */
  readonly blocked?: boolean;
};

/** The vendor's addresses, as this visitor's browser finds them. */
export const meetStripe = async (
  page: Page,
  double: StripeDouble,
  { wallet = false, blocked = false }: Vendor = {},
) => {
  const context = page.context();
  await context.route("https://js.stripe.com/**", (route) => {
    if (blocked) return route.abort("blockedbyclient");
    const { pathname } = new URL(route.request().url());
    if (pathname === "/endive/stripe.js") return send(route, "text/javascript", run(vendorScript, {}));
    if (pathname === "/endive/fields.html")
      return send(
        route,
        "text/html",
        html(`<script>${run(vendorFields, { wallet, page: origin })}</script>`, vendorStyle),
      );
    return route.abort();
  });
  await context.route("https://api.stripe.com/**", async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    if (request.method() === "POST" && pathname === "/v1/confirmation_tokens") {
      const type = new URLSearchParams(request.postData() ?? "").get("type");
      return send(route, "application/json", JSON.stringify({ id: `ctoken_${type}`, object: "confirmation_token" }));
    }
    const answer = await fetch(double.base + pathname + search);
    return send(route, "application/json", await answer.text());
  });
  // The bank in a frame of the page.
  await context.route("https://hooks.stripe.com/**", async (route) => {
    const [, , intent = "", decision] = new URL(route.request().url()).pathname.split("/");
    if (decision) double.books.decide(intent, decision === "agree");
    const tell = `parent.postMessage({ kind: "decided" }, ${JSON.stringify(origin)})`;
    const ways = ["agree", "refuse"].map((way) => `<p><a href="/bank/${intent}/${way}">${way}</a></p>`).join("");
    return send(route, "text/html", html(decision ? `<script>${tell}</script>` : `<h1>Your bank</h1>${ways}`));
  });
  // The bank on a page of its own, which sends the payer back as the vendor does.
  await context.route("https://pm-redirects.stripe.com/**", async (route) => {
    const [, , id = "", decision] = new URL(route.request().url()).pathname.split("/");
    const intent = double.books.intents.get(id);
    if (!intent?.returnUrl) return route.abort();
    const ways = ["agree", "refuse"].map((way) => `<p><a href="/authorize/${id}/${way}">${way}</a></p>`).join("");
    if (!decision) return send(route, "text/html", html(`<h1>Your bank</h1>${ways}`));
    double.books.decide(id, decision === "agree");
    const back = new URL(intent.returnUrl);
    back.searchParams.append("payment_intent", id);
    back.searchParams.append("payment_intent_client_secret", intent.client_secret);
    back.searchParams.append("redirect_status", decision === "agree" ? "succeeded" : "failed");
    return route.fulfill({ status: 303, headers: { location: back.href } });
  });
};

export const fields = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
export const bank = (page: Page) => page.frameLocator('iframe[title="3D Secure"]');
export const framesOf = (page: Page): readonly Frame[] => page.frames().filter((frame) => frame !== page.mainFrame());

/** The vendor tells the shop that something happened to an intent. */
export const tellByHook = async (double: StripeDouble, type: string, intent: string): Promise<number> => {
  const { payload, header } = double.hook(type, double.books.intentObject(intent), webhookSecret);
  const { status } = await fetch(`${origin}/_hooks/stripe/pier`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": header },
    body: payload,
  });
  return status;
};
