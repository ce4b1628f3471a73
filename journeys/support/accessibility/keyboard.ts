import type { Locator, Page } from "playwright-core";

/** What a keyboard user perceives of the focused element. */
export type Focused = {
  readonly role: string;
  readonly name: string;
  readonly isVisible: boolean;
  readonly html: string;
};

/** The focused element as assistive technology sees it, and whether its focus is visible. */
export const focusedElement = async (page: Page): Promise<Focused> => {
  const tree = await page.context().newCDPSession(page);
  try {
    const { result } = await tree.send("Runtime.evaluate", { expression: "document.activeElement" });
    const { nodes } = await tree.send("Accessibility.getPartialAXTree", {
      objectId: result.objectId ?? "",
      fetchRelatives: false,
    });
    const node = nodes[0];
    const { isVisible, html } = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element) return { isVisible: false, html: "nothing" };
      const styles = [element, element.parentElement].map((one) => one && getComputedStyle(one));
      const hasRing = styles.some(
        (style) =>
          style &&
          ((style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none"),
      );
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const isOnTop = top !== null && (element.contains(top) || top.contains(element));
      return { isVisible: hasRing && isOnTop, html: element.outerHTML.slice(0, 200) };
    });
    return { role: String(node?.role?.value ?? ""), name: String(node?.name?.value ?? "").trim(), isVisible, html };
  } finally {
    await tree.detach();
  }
};

/** The number of pixels by which the focused element and its ring are cut off; 0 if all of it is visible. */
export const hiddenFocusPixels = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return Infinity;
    const { outlineWidth, outlineOffset } = getComputedStyle(element);
    const ring = Math.max(0, parseFloat(outlineWidth) + parseFloat(outlineOffset));
    const box = element.getBoundingClientRect();
    const frames = [new DOMRect(0, 0, window.innerWidth, window.innerHeight)];
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== "visible") frames.push(around.getBoundingClientRect());
    const out = frames.flatMap((frame) => [
      frame.left - (box.left - ring),
      frame.top - (box.top - ring),
      box.right + ring - frame.right,
      box.bottom + ring - frame.bottom,
    ]);
    return Math.max(0, ...out.map(Math.floor));
  });

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.some((element) => element === document.activeElement));

/** Presses Tab until an element has the focus; every stop must have a name and a visible focus. Returns the stops. */
export const tabTo = async (page: Page, target: Locator, maxStops = 60): Promise<readonly Focused[]> => {
  const stops: Focused[] = [];
  // A closing dialog keeps the focus until its transition has ended.
  await page.locator("dialog[data-leaving]").first().waitFor({ state: "detached" });
  for (let step = 0; step < maxStops; step++) {
    await page.keyboard.press("Tab");
    let stop = await focusedElement(page);
    // Scrolling and drawing the ring may take a few frames.
    for (let attempt = 0; attempt < 10 && !stop.isVisible; attempt++) stop = await focusedElement(page);
    stops.push(stop);
    if (stop.name === "") throw new Error(`the focus is on something without a name: ${stop.html}`);
    if (!stop.isVisible) throw new Error(`the focus cannot be seen on ${stop.role} “${stop.name}”: ${stop.html}`);
    if (await isFocused(target)) return stops;
  }
  throw new Error(
    `no Tab leads to ${String(target)}; these are on the way:\n${stops.map(({ role, name }) => `${role} “${name}”`).join("\n")}`,
  );
};

/** Waits until the page itself has moved the focus. */
export const waitForFocus = (page: Page, role: "heading", name: string | RegExp): Promise<void> =>
  page.getByRole(role, { name }).and(page.locator(":focus")).waitFor();
