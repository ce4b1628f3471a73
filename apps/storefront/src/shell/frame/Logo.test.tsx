import { describe, expect, test } from "vitest";
import { openApp } from "../../../test/app.tsx";

const meta = { logo: "light-picture", logo_dark: "dark-picture" };
const nameOf = (url: string | null): string => /(?:light|dark)-picture/.exec(url ?? "")?.[0] ?? "none";

/**
 * The logos in the header: those for the screen with their conditions, in the order in which a browser reads them, and the
 * one for print.
 */
const openLogo = async (mode: string | undefined) => {
  const app = await openApp("/events", { meta, theme: mode === undefined ? {} : { mode } });
  const images = [...app.querySelectorAll("header a img")];
  const sources = [...app.querySelectorAll<HTMLSourceElement>("header a picture source")];
  return {
    sources: sources.map((one) => [nameOf(one.getAttribute("srcset")), one.media]),
    images: images.map((one) => [nameOf(one.getAttribute("src")), one.closest("picture") ? "screen" : "any or paper"]),
  };
};

describe("the logo for light paper is there before anything is printed", () => {
  test.each([
    ["light", [], [["light-picture", "any or paper"]]],
    [
      "dark",
      [],
      [
        ["dark-picture", "screen"],
        ["light-picture", "any or paper"],
      ],
    ],
    [
      undefined,
      [["dark-picture", "(prefers-color-scheme: dark)"]],
      [
        ["light-picture", "screen"],
        ["light-picture", "any or paper"],
      ],
    ],
  ])("of a page whose mode is %s", async (mode, sources, images) =>
    expect(await openLogo(mode)).toEqual({ sources, images }),
  );
});
