import type { Instant } from "@foyer/contract/basics.ts";
import type { RefusalCode } from "@foyer/contract/refusal.ts";

/** A code of the seller's, as it stands while nobody else can use it up. */
export type ShelfCode = {
  readonly id: string;
  readonly code_group_id: string;
  /** As `foldCode` writes it. */
  readonly folded: string;
  readonly valid_from: Instant | null;
  readonly valid_to: Instant | null;
  /** -1: as often as one likes. */
  readonly max_uses: number;
  readonly used: number;
  readonly retired: boolean;
};

/** A code as it is compared: capitals, spaces around it and ways of writing the same letter make no difference. */
export const foldCode = (code: string): string => code.normalize("NFKC").trim().toLowerCase();

type Known = Pick<ShelfCode, "valid_from" | "valid_to" | "retired">;

/** Can it be used at all at this moment? The first moment counts, the last does not. */
export const isCurrent = ({ valid_from, valid_to, retired }: Known, now: Temporal.Instant): boolean =>
  !retired &&
  (valid_from === null || Temporal.Instant.compare(Temporal.Instant.from(valid_from), now) <= 0) &&
  (valid_to === null || Temporal.Instant.compare(now, Temporal.Instant.from(valid_to)) < 0);

export const isUsedUp = ({ max_uses, used }: Pick<ShelfCode, "max_uses" | "used">): boolean =>
  max_uses >= 0 && used >= max_uses;

export type CodesGiven = {
  /** Each has to be good for something, or nothing happens at all. */
  readonly codes: readonly string[];
  /** Taken along where they are good for something, else left aside without a word. */
  readonly preloaded: readonly string[];
};

export type CodeNo = { readonly code: RefusalCode; readonly extra: Record<string, unknown> };

/**
 * Which codes come to work on the cart. A code that is unknown, another seller's, not yet or no longer valid gets one
 * and the same answer. One that the cart has already is used no second time.
 */
export const judgeCodes = (
  given: CodesGiven,
  known: ReadonlyMap<string, ShelfCode>,
  {
    applied,
    helps,
    now,
  }: {
    readonly applied: ReadonlySet<string>;
    readonly helps: (code: ShelfCode) => boolean;
    readonly now: Temporal.Instant;
  },
): { readonly no: CodeNo } | { readonly apply: readonly ShelfCode[] } => {
  const apply = new Map<string, ShelfCode>();
  const judge = (text: string): RefusalCode | undefined => {
    const code = known.get(foldCode(text));
    if (!code || !isCurrent(code, now)) return "code_not_found";
    if (applied.has(code.id) || apply.has(code.id)) return undefined;
    if (isUsedUp(code)) return "code_exhausted";
    if (!helps(code)) return "no_code_benefit";
    apply.set(code.id, code);
    return undefined;
  };
  for (const text of given.codes) {
    const refused = judge(text);
    if (refused) return { no: { code: refused, extra: { code: text.trim() } } };
  }
  for (const text of given.preloaded) judge(text);
  return { apply: [...apply.values()] };
};
