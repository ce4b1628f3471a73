import type { RefusalCode, RefusalContext } from "@foyer/contract/errors.ts";

/** A "no" that the caller can understand. Everything else that is thrown is a bug. */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly context: RefusalContext;
  readonly extra: Record<string, unknown>;
  /** Says it in other words than the catalogue's, where the catalogue's cannot know enough. */
  readonly description: string | undefined;
  /** What the seller wrote about this very case: it goes before all that is said of the code. */
  readonly words: string | undefined;
  /** What else is wrong, for a reason of its own: said after it. */
  readonly also: Refused | undefined;

  constructor(refusal: {
    code: RefusalCode;
    context?: RefusalContext;
    description?: string;
    words?: string;
    also?: Refused;
    extra?: Record<string, unknown>;
  }) {
    super(refusal.code);
    this.name = "Refused";
    this.code = refusal.code;
    this.context = refusal.context ?? "general";
    this.description = refusal.description;
    this.words = refusal.words;
    this.also = refusal.also;
    this.extra = refusal.extra ?? {};
  }
}
