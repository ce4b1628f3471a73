/** After this time without a key or a press, calls that a screen makes by itself do not count as use. */
const unattendedMs = 5 * 60_000;
let usedAt = Date.now();

/** Records when somebody uses the page. */
export const watchUse = (page: EventTarget): void => {
  for (const event of ["keydown", "pointerdown", "wheel"])
    page.addEventListener(event, () => void (usedAt = Date.now()), { capture: true, passive: true });
};

/** Whether nobody has used the page for a while. */
export const isUnattended = (): boolean => Date.now() - usedAt > unattendedMs;
