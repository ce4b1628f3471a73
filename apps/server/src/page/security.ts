import { createHash } from "node:crypto";

/** `'sha256-…'`: lets exactly this text stand between the tags of a style or script element. */
export const cspHash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const permissions = [
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

/** What every page is sent with. Only our own files run, and the few lines of ours whose hash is named. */
export const pageHeaders = (allowed: {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly secure: boolean;
  readonly loose?: boolean;
}): Record<string, string> => ({
  "content-security-policy": [
    "default-src 'self'",
    `script-src 'self' ${allowed.scripts.map(cspHash).join(" ")}`.trim(),
    // The development server writes style elements of its own; no built page ever does.
    allowed.loose
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self' ${allowed.styles.map(cspHash).join(" ")}`.trim(),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(allowed.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": permissions.map((name) => `${name}=()`).join(", "),
  "cross-origin-opener-policy": "same-origin",
  ...(allowed.secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
});
