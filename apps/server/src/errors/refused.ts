import type { RefusalCode, RefusalContext } from "@foyer/contract/errors.ts";

/**
 * An error reply with a code of the error catalogue, which the caller can understand. Anything else that is thrown is a
 * bug.
 */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly context: RefusalContext;
  readonly extra: Record<string, unknown>;
  /** Replaces the error catalogue's description if that cannot be specific enough. */
  readonly description: string | undefined;
  /** The text for this case, usually the seller's own. It takes precedence over every other text for the code. */
  readonly text: string | undefined;
  /** A second, independent reason, reported after this one. */
  readonly second: Refused | undefined;

  constructor(refusal: {
    code: RefusalCode;
    context?: RefusalContext;
    description?: string;
    text?: string;
    second?: Refused;
    extra?: Record<string, unknown>;
  }) {
    super(refusal.code);
    this.name = "Refused";
    this.code = refusal.code;
    this.context = refusal.context ?? "general";
    this.description = refusal.description;
    this.text = refusal.text;
    this.second = refusal.second;
    this.extra = refusal.extra ?? {};
  }
}
