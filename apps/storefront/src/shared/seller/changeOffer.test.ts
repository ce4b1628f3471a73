import { expect, test } from "vitest";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { changeOffer } from "./changeOffer.ts";

const online: SelfEdit = { enabled: true, anon_editing: true };

test.each([
  ["without rules", undefined, undefined],
  ["switched off", { ...online, enabled: false }, undefined],
  ["nothing allowed", { ...online, allow: [] }, undefined],
  ["everything", online, "cancel"],
  ["cancelling among others", { ...online, allow: ["names", "cancel"] }, "cancel"],
  ["no cancelling", { ...online, allow: ["reschedule", "names"] }, "change"],
] satisfies [string, SelfEdit | undefined, ReturnType<typeof changeOffer>][])(
  "what is promised: %s",
  (_, rules, offer) => {
    const seller = { configuration: rules ? { self_edit: rules } : {} };
    expect(changeOffer(seller, { isFree: false })).toBe(offer);
    expect(changeOffer(seller, { isFree: true })).toBe("cancel");
  },
);
