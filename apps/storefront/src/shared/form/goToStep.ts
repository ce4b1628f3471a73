/** Scrolls to a step, focuses its heading, and highlights it until the next press. */
export const goToStep = (step: string): void => {
  const heading = document.getElementById(`reserve-${step}`);
  const section = heading?.closest("section");
  if (!heading || !section) return;
  section.dataset.led = "";
  heading.focus({ preventScroll: true });
  section.scrollIntoView({ block: "nearest" });
  const leave = () => delete section.dataset.led;
  addEventListener("pointerdown", leave, { once: true });
  addEventListener("keydown", leave, { once: true });
};
