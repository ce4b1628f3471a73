import { describe, expect, test } from "vitest";
import { isSafeSvg } from "./isSafeSvg.ts";

const svg = (inside: string, attributes = "") =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${attributes}>${inside}</svg>`);

describe("accepts", () => {
  test.each([
    ["a shape", svg('<path d="M0 0h10v10z" fill="#123456"/>')],
    [
      "a gradient referenced by id",
      svg(
        '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/><use href="#b"/>',
      ),
    ],
    [
      "an XML declaration and a comment",
      Buffer.from(
        '<?xml version="1.0"?><!-- logo --><svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:red}</style></svg>',
      ),
    ],
    [
      "a style sheet with classes and a gradient",
      svg('<style>.a, .b > path:nth-child(2) { fill: url(#g); stroke: rgb(0 0 0 / 50%) }</style><path class="a"/>'),
    ],
    ["a transformed group", svg('<g transform="translate(1 2) rotate(45)" style="opacity:.5"><rect/></g>')],
    ["a symbol used twice", svg('<symbol id="s"><path d="M0 0"/></symbol><use href="#s"/><use href="#s"/>')],
    ["text with brackets", svg("<text>Open (until 5) and image (2)</text>")],
    ["text that looks like a handler", svg('<text font-family="Once">one=1 on</text>')],
  ])("accepts an SVG with %s", (_, bytes) => expect(isSafeSvg(bytes)).toBe(true));
});

describe("refuses", () => {
  test.each([
    ["a script", svg("<script>alert(1)</script>")],
    ["a script in another case", svg("<ScRiPt>alert(1)</sCrIpT>")],
    ["a script in a namespace", svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
    ["a handler", svg("", ' onload="alert(1)"')],
    ["a handler after a slash", svg("<path/onclick=alert(1)>")],
    ["a handler on an element", svg('<rect\nonmouseover = "alert(1)"/>')],
    ["an embedded document", svg("<foreignObject><p>hi</p></foreignObject>")],
    ["a link", svg('<a href="#x">hi</a>')],
    ["an external picture", svg('<image href="https://evil.example/x.png"/>')],
    ["an external reference", svg('<use href="//evil.example/x.svg#a"/>')],
    ["a reference to a data URL", svg('<use xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>')],
    ["a style with an import", svg("<style>@import '//evil.example/a.css'</style>")],
    ["a fill with an external URL", svg('<rect fill="url(//evil.example/a)"/>')],
    ["a style sheet with an escaped import", svg("<style>@\\69mport '//evil.example/a.css'</style>")],
    ["a style sheet with an escaped url", svg("<style>.a{fill:\\75rl(//evil.example/a)}</style>")],
    ["a style sheet with an escaped bracket", svg("<style>.a{fill:u\\72l\\28//evil.example/a)}</style>")],
    ["a style attribute with an escaped url", svg('<rect style="fill:u\\72 l(//evil.example/a)"/>')],
    ["a fill with an escaped url", svg('<rect fill="\\75 rl(//evil.example/a)"/>')],
    ["a style sheet with a comment in a keyword", svg("<style>@im/**/port '//evil.example/a.css'</style>")],
    ["a style sheet with a font", svg("<style>@font-face{font-family:a;src:url(#x)}</style>")],
    ["a style sheet with an image set", svg('<style>.a{background:image-set("//evil.example/a" 1x)}</style>')],
    ["a style sheet with a source function", svg('<style>.a{fill:src("//evil.example/a")}</style>')],
    ["a style sheet with an entity", svg("<style>&lt;b&gt;.a{fill:red}</style>")],
    ["a style attribute with another file's part", svg('<rect style="fill:url(b.svg#a)"/>')],
    ["a url in mixed case with a quoted target", svg("<rect fill=\"UrL( 'b.svg#a')\"/>")],
    ["another base for references", svg("", ' xml:base="//evil.example/"')],
    ["a use that draws itself", svg('<g id="a"><use href="#a"/></g>')],
    ["two uses that draw each other", svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    [
      "uses that multiply",
      svg(
        Array.from(
          { length: 12 },
          (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
        ).join("") + '<path id="l0"/><use href="#l12"/>',
      ),
    ],
    ["a mask that masks itself", svg('<mask id="m"><rect mask="url(#m)"/></mask><rect mask="url(#m)"/>')],
    ["a tag without an end", svg("<path ".repeat(1000))],
    ["a tag with an end in an attribute", svg('<g title="> onload="><rect/></g>')],
    ["groups without end", svg("<g>".repeat(10_000))],
    ["an animation of a link", svg('<animate attributeName="href" to="javascript:alert(1)"/>')],
    [
      "a processing instruction in place of the declaration",
      Buffer.from('<?xml-stylesheet href="//evil.example/a.css"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    ],
    ["an entity", Buffer.from('<!DOCTYPE svg [<!ENTITY a "x">]><svg>&a;</svg>')],
    ["a script URL in character references", svg('<rect fill="url(java&#115;cript:alert(1))"/>')],
    ["bytes that are not text", Buffer.from([0xff, 0xfe, 0x3c, 0x00])],
    ["an HTML page", Buffer.from("<html><svg></svg></html>")],
  ])("refuses an SVG with %s", (_, bytes) => expect(isSafeSvg(bytes)).toBe(false));
});

test("is decided quickly, whatever the file", () => {
  for (const bytes of [
    svg('<g "'.repeat(200_000)),
    svg("<style>".repeat(50_000)),
    svg(`<g id="a">${'<use href="#a"/>'.repeat(50_000)}</g>`),
    svg(`<rect fill="${"url(".repeat(200_000)}"/>`),
  ]) {
    const startedAt = performance.now();
    expect(isSafeSvg(bytes)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  }
});
