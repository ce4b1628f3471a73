import { describe, expect, test } from "vitest";
import { cleanHtml } from "./cleanHtml.ts";

describe("a description", () => {
  test.each([
    [
      "keeps formatted text",
      "<h2>Whales</h2><p>Twelve <strong>giants</strong>.</p><ul><li>One</li></ul>",
      "<h2>Whales</h2><p>Twelve <strong>giants</strong>.</p><ul><li>One</li></ul>",
    ],
    ["keeps a link", '<a href="https://example.org/a">a</a>', '<a href="https://example.org/a">a</a>'],
    [
      "adds rel=noopener to a link in a new window",
      '<a href="/a" target="_blank" rel="opener">a</a>',
      '<a href="/a" target="_blank" rel="noopener noreferrer">a</a>',
    ],
    ["turns h1 into h2", "<h1>Whales</h1>", "<h2>Whales</h2>"],
    ["drops scripts and handlers", '<p onclick="x()">a<script>alert(1)</script></p>', "<p>a</p>"],
    ["drops script URLs", '<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
    ["drops encoded script URLs", '<a href="java&#115;cript&colon;alert(1)">a</a>', "<a>a</a>"],
    ["drops protocol-relative URLs", '<a href="//evil.example">a</a>', "<a>a</a>"],
    [
      "drops pictures, frames and forms",
      '<img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe><form action="/"><input></form>a',
      "a",
    ],
    ["drops styles, classes and ids", '<p style="position:fixed" class="a" id="b">a</p><style>p{}</style>', "<p>a</p>"],
    ["drops SVG", "<svg onload=alert(1)><p>a</p></svg>", "<p>a</p>"],
    ["drops noscript tricks", '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', "<p></p>"],
  ])("the sanitizer of descriptions %s", (_, html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
    expect(cleanHtml(cleanHtml(html))).toBe(clean);
  });

  test("leaves null and the empty text alone", () => expect([cleanHtml(null), cleanHtml("")]).toEqual([null, ""]));
});

describe("HTML of a malicious seller", () => {
  const scripts = ["alert(1)", "top.location='//evil.example'"];
  const links = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java&#9;script:alert(1)",
    "java&#x0A;script:alert(1)",
    "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "vbscript:msgbox(1)",
    "blob:x",
    "//evil.example",
    "\\\\evil.example",
  ];
  const tags =
    "script style svg math iframe object embed form input button textarea select base meta link img video audio source picture template noscript xmp plaintext marquee frameset portal dialog details slot".split(
      " ",
    );
  const handlers = "onclick onload onerror onfocus onmouseover onanimationstart ontoggle onpointerenter onbegin".split(
    " ",
  );
  const vectors = [
    ...tags.flatMap((tag) => [
      `<${tag}>alert(1)</${tag}>`,
      `<${tag} src="//evil.example" href="//evil.example" action="//evil.example" data="//evil.example">`,
      `<${tag} onload=alert(1) onerror=alert(1)>x`,
      `<${tag.toUpperCase()}/x onload=alert(1)>`,
      `<em><${tag}><em title="</${tag}><img src=x onerror=alert(1)>"></em>`,
      `<<${tag}>${tag}>alert(1)</${tag}>`,
    ]),
    ...handlers.flatMap((handler) =>
      scripts.flatMap((script) => [
        `<p ${handler}="${script}">a</p>`,
        `<a href="/a" ${handler}=${script}>a</a>`,
        `<td ${handler}\n=\n'${script}'>a`,
        `<strong/${handler}="${script}">a`,
        `<p title="x" ${handler}=\`${script}\`>a</p>`,
      ]),
    ),
    ...links.flatMap((link) => [
      `<a href="${link}">a</a>`,
      `<a href='${link}'>a</a>`,
      `<a href=${link.replaceAll(" ", "")}>a</a>`,
      `<a xlink:href="${link}" formaction="${link}">a</a>`,
      `<p style="background:url(${link})">a</p>`,
      `<svg><a href="${link}">a</a></svg>`,
    ]),
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    '<a id="location" name="cookie" href="/a">a</a>',
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version='1.0'?><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<p>\u0000<\u0000script>alert(1)</script>",
  ];
  const allowed =
    /^<\/?(?:a|b|blockquote|br|code|em|h2|h3|h4|hr|i|li|ol|p|s|small|strong|sub|sup|u|ul|dl|dt|dd|table|thead|tbody|tr|th|td|caption|figure|figcaption)(?: (?:href="(?:https?:|mailto:|tel:|\/(?!\/)|#)[^"]*"|href="[^":\\/][^":\\]*"|(?:title|scope|colspan|rowspan|start)="[^"]*"|target="_blank"|rel="noopener noreferrer"))* ?\/?>$/;

  test("HTML of a malicious seller is tried in at least 300 variants", () =>
    expect(new Set(vectors).size).toBeGreaterThanOrEqual(300));
  test("HTML of a malicious seller is reduced to formatted text, and cleaning it again changes nothing", () => {
    for (const vector of vectors) {
      const clean = cleanHtml(vector);
      const rest = clean.replace(/<[^<>]*>/g, (tag) => {
        expect(tag, vector).toMatch(allowed);
        return "";
      });
      expect(rest, vector).not.toMatch(/[<>]/);
      expect(cleanHtml(clean), vector).toBe(clean);
    }
  });
});
