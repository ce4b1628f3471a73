import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import { meansOf, rateOf, type MovedSum } from "@foyer/rules/reports/reportFigures.ts";
import type { SumKey } from "../../modules/journal/movedSums.ts";

type KeyedSum = MovedSum & { readonly key: string };
/** How the database groups the sums, and to which row each of them belongs. */
type SumKeyOf = { readonly key: SumKey; readonly keyOf: (moved: KeyedSum) => string };

const byKey = (key: SumKey): SumKeyOf => ({ key, keyOf: (moved) => moved.key });

/** Groupings that no report from the journal has. */
const none: SumKeyOf = { key: "all", keyOf: () => "" };

export const sumKeys: Readonly<Record<Grouping, SumKeyOf>> = {
  day: byKey("day"),
  week: byKey("week"),
  month: byKey("month"),
  type: byKey("type"),
  // An event's sums are those of its types, since the journal's sums do not contain the event.
  event: byKey("type"),
  session: byKey("session"),
  channel: byKey("channel"),
  means: { key: "all", keyOf: meansOf },
  rate: { key: "all", keyOf: rateOf },
  code: none,
  staff: none,
  level: none,
  reason: none,
  rule: none,
};
