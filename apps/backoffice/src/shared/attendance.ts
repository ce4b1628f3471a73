/** After this time without input, calls that a screen makes by itself no longer count as use. */
const unattendedMs = 90_000;
let usedAt = Date.now();

/** Records when somebody uses the page. */
export const watchUse = (page: EventTarget): void => {
  for (const event of ["keydown", "pointerdown", "wheel"])
    page.addEventListener(event, () => void (usedAt = Date.now()), { capture: true, passive: true });
};

/** Whether nobody has used the page for a while. */
export const isUnattended = (): boolean => Date.now() - usedAt > unattendedMs;

/** When somebody last used the page. */
export const lastUse = (): number => usedAt;
