import { describe, expect, test } from "vitest";
import { cleanHtml } from "./cleanHtml.ts";

describe("what a description may say", () => {
  test.each([
    [
      "text and its shape",
      "<h2>Whales</h2><p>Twelve <strong>giants</strong>.</p><ul><li>One</li></ul>",
      "<h2>Whales</h2><p>Twelve <strong>giants</strong>.</p><ul><li>One</li></ul>",
    ],
    ["a link", '<a href="https://example.org/a">a</a>', '<a href="https://example.org/a">a</a>'],
    [
      "a link in a window of its own cannot reach back",
      '<a href="/a" target="_blank" rel="opener">a</a>',
      '<a href="/a" target="_blank" rel="noopener noreferrer">a</a>',
    ],
    ["a heading below the page's own", "<h1>Whales</h1>", "<h2>Whales</h2>"],
    ["nothing that runs", '<p onclick="x()">a<script>alert(1)</script></p>', "<p>a</p>"],
    ["no scheme that runs", '<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
    ["no hidden scheme", '<a href="java&#115;cript&colon;alert(1)">a</a>', "<a>a</a>"],
    ["no other host without saying so", '<a href="//evil.example">a</a>', "<a>a</a>"],
    [
      "no pictures, frames or forms",
      '<img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe><form action="/"><input></form>a',
      "a",
    ],
    ["no styles", '<p style="position:fixed" class="a" id="b">a</p><style>p{}</style>', "<p>a</p>"],
    ["no drawings that run", "<svg onload=alert(1)><p>a</p></svg>", "<p>a</p>"],
    ["no text that becomes markup", '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', "<p></p>"],
  ])("%s", (_, html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
    expect(cleanHtml(cleanHtml(html))).toBe(clean);
  });

  test("nothing stays nothing", () => expect([cleanHtml(null), cleanHtml("")]).toEqual([null, ""]));
});
