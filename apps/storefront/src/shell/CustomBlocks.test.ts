import { expect, test } from "vitest";
import type { ContentBlock } from "@foyer/contract/seller.ts";
import { blocksFor } from "./CustomBlocks.tsx";

const block = (more: Partial<ContentBlock>): ContentBlock => ({ id: "a", slot: "top", html: "<p>Hello</p>", ...more });

test.each([
  ["everywhere", {}, true],
  ["in the other slot", { slot: "bottom" }, false],
  ["switched off", { enabled: false }, false],
  ["on this route", { routes: ["home", "events"] }, true],
  ["on another route", { routes: ["home"] }, false],
  ["for visitors", { roles: ["anonymous"] }, true],
  ["for members", { roles: ["member"] }, false],
] as const)("a block %s", (_, more, isShown) =>
  expect(blocksFor([block(more as Partial<ContentBlock>)], "top", "events", "anonymous")).toHaveLength(isShown ? 1 : 0),
);
