/** A hardware scanner types a code and Enter faster than a person. */
const pauseMs = 500;
/** Anything shorter is no code. */
const shortest = 6;

type Key = {
  readonly key: string;
  /** In milliseconds. */
  readonly at: number;
  /** Whether a list of choices has the focus, in which letters would choose something. */
  readonly isInList: boolean;
};

/** Collects what a hardware scanner types. */
export class TypedCodes {
  #typed = "";
  #at = 0;

  /** The code that a key completes, and whether the key must do nothing else. */
  hear({ key, at, isInList }: Key): { readonly code?: string; readonly isTaken: boolean } {
    if (at - this.#at > pauseMs) this.#typed = "";
    this.#at = at;
    const typed = this.#typed;
    if (key === "Enter") {
      this.#typed = "";
      // What a scanner types presses no button that has the focus.
      return { isTaken: typed !== "", ...(typed.length >= shortest && { code: typed }) };
    }
    if (key.length !== 1) return { isTaken: false };
    this.#typed += key;
    return { isTaken: key === " " ? typed !== "" : isInList };
  }
}
