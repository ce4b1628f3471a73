import { builtinEnvironments, type Environment, type EnvironmentReturn } from "vitest/environments";

const { setup } = builtinEnvironments["happy-dom"];

let currentWindow: EnvironmentReturn | undefined;
let namesOfWindow: ReadonlySet<string> | undefined;

/** Removes what the last file added to its window, such as a captcha's script. */
const removeSetNames = (): void => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (namesOfWindow?.has(name) === false) Reflect.deleteProperty(globalThis, name);
};

/**
 * Replaces the window of the last test file by a new one. There is always a window, for code of the last file that is
 * still running.
 */
export const openWindow = async (): Promise<void> => {
  removeSetNames();
  await currentWindow?.teardown(globalThis);
  currentWindow = await setup(globalThis, {});
  // Browsers return a promise: an effect that returns it makes React call it as its cleanup.
  Element.prototype.scrollIntoView = () => Promise.resolve();
  // The router marks a window when it listens to its history, so the new window has to be unmarked.
  Object.defineProperty(globalThis, Symbol.for("wouter_v3"), { value: undefined, configurable: true, writable: true });
  namesOfWindow = new Set(Object.getOwnPropertyNames(globalThis));
};

declare global {
  var openWindow: (() => Promise<void>) | undefined;
}

/**
 * Runs the storefront's test files one after another in one process; `scripts/testRunner/resetWindow.ts` gives each its
 * own window.
 */
export default {
  name: "windows",
  viteEnvironment: "client",
  setup: () => {
    globalThis.openWindow = openWindow;
    return { teardown: () => currentWindow?.teardown(globalThis) };
  },
} satisfies Environment;
