import { createHash } from "node:crypto";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import type { PaymentPageSources } from "../../providers/payments/gatewayDefinition.ts";
import { captchaSources } from "./captchaSources.ts";
import { scriptSourcesOf } from "./paymentScripts.ts";
import { cspReportsPath } from "./cspReports.ts";

/** `'sha256-…'`: lets exactly this text stand between the tags of a style or script element. */
export const cspHash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const deniedPermissions = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "microphone",
  "midi",
  "usb",
  "browsing-topics",
];

type CspSources = Readonly<Record<"script" | "frame" | "connect" | "img", readonly string[]>>;
const noSources: CspSources = { script: [], frame: [], connect: [], img: [] };

/** What a seller's container of tags needs: its script, and where measurements go. No line of ours runs for it. */
const tagManagerSources: CspSources = {
  script: ["https://www.googletagmanager.com"],
  frame: [],
  connect: ["https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com"],
  img: ["https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com"],
};

export type PageHeaderOptions = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly isSecure: boolean;
  readonly allowInlineStyles?: boolean;
  /** Cards are typed here, in fields of a provider that loads this. */
  readonly payment?: PaymentPageSources | undefined;
  /** The seller's captcha, where it is answered. */
  readonly captcha?: Configuration["captcha"];
  /** The seller measures visits here: never where something is paid. */
  readonly measured?: boolean;
  /** The address may open what is somebody's own. */
  readonly isHidden?: boolean;
};

/**
 * What other places are told of where a request comes from (security.md rule 34). Whoever comes back from a bank, and whoever
 * opens a letter's link, has a secret in the address: it is never told. Providers of payments and captchas are told the host.
 */
const referrerPolicy = (hasProviders: boolean, isHidden: boolean): string =>
  hasProviders ? "strict-origin" : isHidden ? "no-referrer" : "strict-origin-when-cross-origin";

/** What every page is sent with. Only our own files run, and the few lines of ours whose hash is named. */
export const pageHeaders = ({
  scripts,
  styles,
  isSecure,
  allowInlineStyles,
  payment,
  captcha,
  measured,
  isHidden = false,
}: PageHeaderOptions): Record<string, string> => {
  const extra = payment
    ? { ...payment, script: scriptSourcesOf(payment.scriptOwner) }
    : measured
      ? tagManagerSources
      : noSources;
  const captchaCsp = captchaSources({ captcha });
  const frames = [...extra.frame, ...captchaCsp.frame];
  return {
    "content-security-policy": [
      "default-src 'self'",
      ["script-src 'self'", ...scripts.map(cspHash), ...extra.script, ...captchaCsp.script].join(" "),
      // The development server writes style elements of its own; no built page ever does.
      allowInlineStyles
        ? "style-src 'self' 'unsafe-inline'"
        : ["style-src 'self'", ...styles.map(cspHash), ...captchaCsp.style].join(" "),
      ["img-src 'self' data:", ...extra.img].join(" "),
      "font-src 'self'",
      ["connect-src 'self'", ...extra.connect, ...captchaCsp.connect].join(" "),
      ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isSecure ? ["upgrade-insecure-requests"] : []),
      ...(payment ? [`report-uri ${cspReportsPath}`] : []),
    ].join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": referrerPolicy(payment !== undefined || captchaCsp.script.length > 0, isHidden),
    "permissions-policy": [
      ...deniedPermissions.map((name) => `${name}=()`),
      ...(payment ? [`payment=(${["self", ...payment.paymentRequest.map((origin) => `"${origin}"`)].join(" ")})`] : []),
    ].join(", "),
    // A wallet and a bank may open a window that has to find its way back.
    "cross-origin-opener-policy": payment ? "same-origin-allow-popups" : "same-origin",
    ...(isSecure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
};
