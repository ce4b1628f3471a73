/** The time for a tab or a heading to open, in frames. */
const patience = 60;

const findAt = (path: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("main [data-at]")].find(({ dataset }) => dataset["at"] === path);

const canBeTyped = "input, select, textarea";

/** The control that a message describes; the message itself if it describes none. */
const controlOf = (message: HTMLElement): HTMLElement => {
  const note = message.closest("[id]");
  const described = note && document.querySelector<HTMLElement>(`[aria-describedby~="${CSS.escape(note.id)}"]`);
  if (!described) return message;
  return described.matches(canBeTyped) ? described : (described.querySelector<HTMLElement>(canBeTyped) ?? message);
};

/** Focuses the field with the message of a path, once it is there. */
export const seekField = (path: string, onMissing: () => void, frames = patience): void => {
  const message = findAt(path);
  if (message) {
    const control = controlOf(message);
    control.scrollIntoView({ block: "center" });
    control.focus({ preventScroll: true });
  } else if (frames > 0) requestAnimationFrame(() => seekField(path, onMissing, frames - 1));
  else onMissing();
};
