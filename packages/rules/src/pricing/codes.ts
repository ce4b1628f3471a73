import type { Instant } from "@foyer/contract/basics.ts";

/** A code of the seller's, as it stands while nobody else can use it up. */
export type CodeSnapshot = {
  readonly id: string;
  readonly code_group_id: string;
  /** Groups that its own opens beside itself, and those that they open. */
  readonly activates: readonly string[];
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
export const normalizeCode = (code: string): string => code.normalize("NFKC").trim().toLowerCase();

type CodeValidity = Pick<CodeSnapshot, "valid_from" | "valid_to" | "retired">;

/** Can it be used at all at this moment? The first moment counts, the last does not. */
export const isCodeCurrent = ({ valid_from, valid_to, retired }: CodeValidity, now: Temporal.Instant): boolean =>
  !retired &&
  (valid_from === null || Temporal.Instant.compare(Temporal.Instant.from(valid_from), now) <= 0) &&
  (valid_to === null || Temporal.Instant.compare(now, Temporal.Instant.from(valid_to)) < 0);

export const isCodeUsedUp = ({ max_uses, used }: Pick<CodeSnapshot, "max_uses" | "used">): boolean =>
  max_uses >= 0 && used >= max_uses;

export type CodesInput = {
  /** Each has to be good for something, or nothing happens at all. */
  readonly codes: readonly string[];
  /** Taken along where they are good for something, else left aside without a word. */
  readonly preloaded: readonly string[];
  /** A code that is entered without a benefit waits in the cart until there is one. */
  readonly benefit?: "required" | "optional";
  /** What is said of one that the cart has already. */
  readonly onDuplicate?: "ignored" | "refused";
  /** Codes by id that leave the cart. */
  readonly removedIds?: readonly string[];
  /** Post codes that were typed, as codes are compared, with the code that they put to work (zipCodes.ts). */
  readonly zipPromoCodes?: ReadonlyMap<string, string>;
};
