import { createHash } from "node:crypto";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import type { PaymentPageSources } from "../../providers/payments/gatewayDefinition.ts";
import { strictTransportSecurity } from "../../http/transportSecurity.ts";
import { captchaSources } from "./captchaSources.ts";
import { scriptSourcesOf } from "./paymentScripts.ts";
import { cspReportsPath } from "./cspReports.ts";

/** A CSP source that allows exactly this text as an inline script or style. */
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
/** What a seller's Google Tag Manager needs: its script, and the hosts that receive measurements. */
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
  /** Card data is entered on this page, in the provider's fields. */
  readonly payment?: PaymentPageSources | undefined;
  /** The seller's captcha, on the page where it is solved. */
  readonly captcha?: Configuration["captcha"];
  /** Whether the seller's analytics run on this page; never on a page with payment. */
  readonly hasAnalytics?: boolean;
  /** Whether the URL may grant access to personal data. */
  readonly isHidden?: boolean;
};

/**
 * The Referrer-Policy header. When a buyer returns from a bank or opens a link in an e-mail, the URL contains a secret
 * that no other site may get. Payment and captcha providers only get the host.
 */
const referrerPolicy = (hasProviders: boolean, isHidden: boolean): string =>
  hasProviders ? "strict-origin" : isHidden ? "no-referrer" : "strict-origin-when-cross-origin";

/** The security headers of every page. The policy allows our own files, and inline texts by hash. */
export const pageHeaders = ({
  scripts,
  styles,
  isSecure,
  allowInlineStyles,
  payment,
  captcha,
  hasAnalytics = false,
  isHidden = false,
}: PageHeaderOptions): Record<string, string> => {
  const extra = payment
    ? { ...payment, script: scriptSourcesOf(payment.scriptOwner) }
    : hasAnalytics
      ? tagManagerSources
      : noSources;
  const captchaCsp = captchaSources({ captcha });
  const frames = [...extra.frame, ...captchaCsp.frame];
  return {
    "content-security-policy": [
      "default-src 'self'",
      ["script-src 'self'", ...scripts.map(cspHash), ...extra.script, ...captchaCsp.script].join(" "),
      // Vite's development server inserts style elements; a built page never does.
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
    // A wallet or a bank may open a window that reports back to this page.
    "cross-origin-opener-policy": payment ? "same-origin-allow-popups" : "same-origin",
    ...(isSecure ? { [strictTransportSecurity.name]: strictTransportSecurity.value } : {}),
  };
};
