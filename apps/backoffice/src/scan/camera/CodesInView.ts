/** Milliseconds after which the same code is read again, since a phone stays in front of the camera. */
const sameCodeMs = 3000;

/** The code that the camera sees, which is scanned once while it stays in view. */
export class CodesInView {
  #last = { code: "", at: Number.NEGATIVE_INFINITY };

  /**
   * Whether a code in the picture is to be scanned now. One that comes into view while an answer is shown is scanned after
   * it, unless it was answered just now.
   */
  isNew(code: string, { now, isPaused }: { readonly now: number; readonly isPaused: boolean }): boolean {
    const isSame = code === this.#last.code && now - this.#last.at <= sameCodeMs;
    if (isPaused && !isSame) return false;
    this.#last = { code, at: now };
    return !isSame;
  }
}
