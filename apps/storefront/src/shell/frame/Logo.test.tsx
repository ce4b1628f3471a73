import { describe, expect, test } from "vitest";
import { openApp } from "../../../test/app.tsx";

const meta = { logo: "light-picture", logo_dark: "dark-picture" };

/** The pictures of a logo with their conditions, in the order in which a browser reads them; the image has none. */
const openLogo = async (mode: string | undefined): Promise<readonly (readonly [string, string | undefined])[]> => {
  const app = await openApp("/events", { meta, theme: mode === undefined ? {} : { mode } });
  const nameOf = (url: string | null): string => /(?:light|dark)-picture/.exec(url ?? "")?.[0] ?? "none";
  const picture = app.querySelector("header picture");
  const sources = [...(picture?.querySelectorAll("source") ?? [])];
  return [
    ...sources.map((one) => [nameOf(one.getAttribute("srcset")), one.media] as const),
    [nameOf(picture?.querySelector("img")?.getAttribute("src") ?? null), undefined],
  ];
};

describe("the logo is the one for light paper when it is printed", () => {
  test.each([
    ["light", [["light-picture", undefined]]],
    [
      "dark",
      [
        ["light-picture", "print"],
        ["dark-picture", undefined],
      ],
    ],
    [
      undefined,
      [
        ["dark-picture", "screen and (prefers-color-scheme: dark)"],
        ["light-picture", undefined],
      ],
    ],
  ])("of a page whose mode is %s", async (mode, expected) => expect(await openLogo(mode)).toEqual(expected));
});
