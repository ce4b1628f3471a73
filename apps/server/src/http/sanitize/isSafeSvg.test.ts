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
    ["text that looks like a handler", svg('<text font-family="Once">one=1 on</text>')],
  ])("%s", (_, bytes) => expect(isSafeSvg(bytes)).toBe(true));
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
    ["an animation of a link", svg('<animate attributeName="href" to="javascript:alert(1)"/>')],
    ["an entity", Buffer.from('<!DOCTYPE svg [<!ENTITY a "x">]><svg>&a;</svg>')],
    ["a script URL in character references", svg('<rect fill="url(java&#115;cript:alert(1))"/>')],
    ["bytes that are not text", Buffer.from([0xff, 0xfe, 0x3c, 0x00])],
    ["an HTML page", Buffer.from("<html><svg></svg></html>")],
  ])("%s", (_, bytes) => expect(isSafeSvg(bytes)).toBe(false));
});
