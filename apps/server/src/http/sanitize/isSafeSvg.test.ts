import { describe, expect, test } from "vitest";
import { isSafeSvg } from "./isSafeSvg.ts";

const svg = (inside: string, attributes = "") =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${attributes}>${inside}</svg>`);

describe("drawings pass", () => {
  test.each([
    ["a shape", svg('<path d="M0 0h10v10z" fill="#123456"/>')],
    [
      "a gradient used by its id",
      svg(
        '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/><use href="#b"/>',
      ),
    ],
    [
      "with a declaration and a comment",
      Buffer.from(
        '<?xml version="1.0"?><!-- logo --><svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:red}</style></svg>',
      ),
    ],
    ["words that only begin like a handler", svg('<text font-family="Once">one=1 on</text>')],
  ])("%s", (_, bytes) => expect(isSafeSvg(bytes)).toBe(true));
});

describe("anything else does not", () => {
  test.each([
    ["a script", svg("<script>alert(1)</script>")],
    ["a script in another case", svg("<ScRiPt>alert(1)</sCrIpT>")],
    ["a script in a namespace", svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
    ["a handler", svg("", ' onload="alert(1)"')],
    ["a handler after a slash", svg("<path/onclick=alert(1)>")],
    ["a handler on an element", svg('<rect\nonmouseover = "alert(1)"/>')],
    ["a document inside", svg("<foreignObject><p>hi</p></foreignObject>")],
    ["a link", svg('<a href="#x">hi</a>')],
    ["a picture from elsewhere", svg('<image href="https://evil.example/x.png"/>')],
    ["a use from elsewhere", svg('<use href="//evil.example/x.svg#a"/>')],
    ["a use with data", svg('<use xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>')],
    ["a style that fetches", svg("<style>@import '//evil.example/a.css'</style>")],
    ["a fill that fetches", svg('<rect fill="url(//evil.example/a)"/>')],
    ["an animation of a link", svg('<animate attributeName="href" to="javascript:alert(1)"/>')],
    ["an entity", Buffer.from('<!DOCTYPE svg [<!ENTITY a "x">]><svg>&a;</svg>')],
    ["a word hidden in references", svg('<rect fill="url(java&#115;cript:alert(1))"/>')],
    ["bytes that are not text", Buffer.from([0xff, 0xfe, 0x3c, 0x00])],
    ["a page", Buffer.from("<html><svg></svg></html>")],
  ])("%s", (_, bytes) => expect(isSafeSvg(bytes)).toBe(false));
});
