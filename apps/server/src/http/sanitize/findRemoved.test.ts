import { expect, test } from "vitest";
import { findRemoved } from "./findRemoved.ts";

test.each<[name: string, html: string, lost: object]>([
  ["plain formatting", "<h2>Hours</h2><p>Open <strong>daily</strong>, <a href='https://a.example'>more</a></p>", {}],
  ["a first heading, which becomes a second", "<h1>Hours</h1>", {}],
  ["wrappers of what is copied", "<html><body><div><span>Open</span></div></body></html>", {}],
  ["a picture", "<p><img src='a.png'>Open</p>", { pictures: 1 }],
  [
    "styling of a word processor",
    "<p style='color:red' class='MsoNormal'><font face='Arial'>Open</font></p>",
    { styling: 4 },
  ],
  ["scripts", "<script>alert(1)</script><p onclick='alert(1)'>Open</p>", { scripts: 2 }],
  [
    "links that are none",
    "<a href='javascript:alert(1)'>a</a><a href='//evil.example'>b</a><a href='/c'>c</a>",
    { links: 2 },
  ],
  [
    "a frame, a film and a form",
    "<iframe src='x'></iframe><video></video><form><input></form>",
    { media: 1, frames: 1, fields: 2 },
  ],
  ["what nobody knows", "<marquee>Open</marquee>", { other: 1 }],
  ["two of a kind", "<img><img>", { pictures: 2 }],
])("%s", (_, html, lost) =>
  expect(Object.fromEntries(findRemoved(html).map(({ kind, count }) => [kind, count]))).toEqual(lost),
);
