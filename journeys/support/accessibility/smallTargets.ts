import type { Page } from "playwright-core";

/**
 * Controls smaller than `least` by `least` pixels. A link within a sentence may be as high as its line (WCAG 2.5.8). A
 * control inside its label counts with the label's size, and a link that covers its poster with the poster's.
 */
export const smallTargets = (page: Page, least = 44): Promise<readonly string[]> =>
  page.evaluate((least) => {
    const pressed = 'a[href], button, input, select, textarea, summary, [role="button"], [role="radio"], [role="tab"]';
    const covers = (element: Element): DOMRect => {
      const after = getComputedStyle(element, "::after");
      const own = element.getBoundingClientRect();
      if (after.content === "none" || after.position !== "absolute") return own;
      const [width, height] = [Number.parseFloat(after.width), Number.parseFloat(after.height)];
      return new DOMRect(own.x, own.y, Math.max(own.width, width || 0), Math.max(own.height, height || 0));
    };
    const isInSentence = (element: Element): boolean => {
      if (getComputedStyle(element).display !== "inline") return false;
      const around = element.parentElement?.textContent?.trim() ?? "";
      return element.tagName === "A" && around.length > (element.textContent?.trim().length ?? 0);
    };
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      const style = getComputedStyle(element);
      if (!element.checkVisibility({ visibilityProperty: true }) || style.pointerEvents === "none") return [];
      const label = element.closest("label");
      const own = covers(element);
      const around = label && element instanceof HTMLInputElement ? covers(label) : own;
      // The input of a card fills the card, beyond its label.
      const box = around.width * around.height > own.width * own.height ? around : own;
      // Off-screen until it has the focus, such as the skip link.
      if (box.right <= 0 || box.bottom + window.scrollY <= 0 || box.width <= 1 || isInSentence(element)) return [];
      if (box.width >= least - 0.5 && box.height >= least - 0.5) return [];
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      return `${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(box.width)} × ${Math.round(box.height)}`;
    });
  }, least);
