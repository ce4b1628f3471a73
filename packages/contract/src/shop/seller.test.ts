import { expect, test } from "vitest";
import { SafeLink } from "./seller.ts";
import { Theme } from "../theme.ts";

test.each([
  "https://example.org",
  "https://example.org/a?b=c#d",
  "/events",
  "/",
  "mailto:desk@example.org",
  "tel:+44 20 7946 0000",
])("accepts %s as a link", (link) => expect(SafeLink.safeParse(link).success).toBe(true));

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.org/1",
  "http://example.org",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://user@evil.example",
  "https://good.example\\@evil.example",
  "https:evil.example",
  "https:///evil.example",
  "https://",
  "https://a b",
  "/a b",
  "",
  "events",
  "mailto:a@b@c",
  "mailto:a b@c",
])("refuses %j as a link", (link) => expect(SafeLink.safeParse(link).success).toBe(false));

test.each([
  { light: { brand: "}</style><script>alert(1)</script>" } },
  { light: { brand: "url(//evil.example)" } },
  { light: { brand: "#12345" } },
  { light: { brand: "#123456;color:red" } },
  { light: { brand: "#123456\n" } },
  { light: { brand: "red" } },
  { light: { brand: "var(--x)" } },
  { light: { brand: { color: "#123456", opacity: 2 } } },
  { light: { brand: { color: "#123456", opacity: -0.1 } } },
  { light: { brand: { color: "#123456", opacity: Number.NaN } } },
  { light: { brand: { color: "expression(1)", opacity: 1 } } },
  { light: { "brand;x": "#123456" } },
  { dark: { text: "#fff" } },
  { mode: "auto;x" },
  { display_face: "Comic Sans'; }" },
  { radius: "4px" },
  { radius: 33 },
  { radius: 1.5 },
  { tier: 0 },
  { css: "body{}" },
])("refuses %o as a theme", (theme) => expect(Theme.safeParse(theme).success).toBe(false));
