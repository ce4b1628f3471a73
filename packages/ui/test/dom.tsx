import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach } from "vitest";

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

const mounted: (() => void)[] = [];
/** Unmounts what is shown, as a reload does. */
export const closePages = (): void => {
  for (const unmount of mounted.splice(0)) unmount();
};
afterEach(closePages);

/** Renders nodes into a separate page, and finds, presses and types as a user does. */
export function show(node: ReactNode) {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  act(() => root.render(node));
  mounted.push(() => {
    act(() => root.unmount());
    container.remove();
  });
  return { place: container, update: (next: ReactNode) => act(() => root.render(next)) };
}

/** The single element with this role and, if given, this name. */
export function byRole(role: string, name?: string): HTMLElement {
  const found = allByRole(role).filter((element) => name === undefined || nameOf(element) === name);
  const [one] = found;
  if (!one || found.length > 1)
    throw new Error(`${found.length} elements with role ${role} and name ${name ?? "(any)"}`);
  return one;
}

const natives: Readonly<Record<string, string>> = {
  button: "button:not([role])",
  dialog: "dialog[open]",
  textbox: "input:not([role])",
};

export const allByRole = (role: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[role="${role}"]${natives[role] ? `, ${natives[role]}` : ""}`),
];

function nameOf(element: HTMLElement): string {
  const labelledBy = element.getAttribute("aria-labelledby");
  const label = labelledBy
    ? labelledBy
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" ")
    : (element.getAttribute("aria-label") ?? element.textContent);
  return label.trim().replace(/\s+/g, " ");
}

export const press = (element: HTMLElement) => act(() => element.click());

export const key = (name: string, element: Element = document.activeElement ?? document.body) =>
  act(() => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  });

export const focus = (element: HTMLElement) => act(() => element.focus());

export const type = (element: HTMLElement, text: string) =>
  act(() => {
    const control = [HTMLInputElement, HTMLTextAreaElement].find((kind) => element instanceof kind);
    if (!control) throw new Error("Nothing to type into");
    // React overrides the element's value property; the prototype's setter bypasses it, as typing does.
    Object.getOwnPropertyDescriptor(control.prototype, "value")?.set?.call(element, text);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });

export const leave = (element: HTMLElement) => act(() => element.blur());
