import { expect, test } from "vitest";
import type { ContentBlock } from "@foyer/contract/shop/seller.ts";
import { visibleBlocks } from "./ContentBlocks.tsx";

const block = (more: Partial<ContentBlock>): ContentBlock => ({ id: "a", slot: "top", html: "<p>Hello</p>", ...more });

test.each([
  ["everywhere", {}, true],
  ["in the other slot", { slot: "bottom" }, false],
  ["switched off", { enabled: false }, false],
  ["on this route", { routes: ["home", "events"] }, true],
  ["on another route", { routes: ["home"] }, false],
  ["for this event", { event_ids: ["e1", "e2"] }, true],
  ["for another event", { event_ids: ["e2"] }, false],
  ["for visitors", { roles: ["anonymous"] }, true],
  ["for members", { roles: ["member"] }, false],
] as const)("a content block is shown where it belongs: %s", (_, more, isShown) =>
  expect(
    visibleBlocks([block(more as Partial<ContentBlock>)], "top", { route: "events", event_id: "e1" }, "anonymous"),
  ).toHaveLength(isShown ? 1 : 0),
);

test("a block for certain events is not shown on pages without an event", () =>
  expect(visibleBlocks([block({ event_ids: ["e1"] })], "top", { route: "events" }, "anonymous")).toEqual([]));
