import { builtinEnvironments, type Environment, type EnvironmentReturn } from "vitest/environments";

const { setup } = builtinEnvironments["happy-dom"];

let currentWindow: EnvironmentReturn | undefined;

/** The window of one test file, in place of the last one's. There is always one: what still runs of a file that is over finds no hole. */
export const openWindow = async (): Promise<void> => {
  await currentWindow?.teardown(globalThis);
  currentWindow = await setup(globalThis, {});
  // The router marks a window once it listens to its history: this one is new to it.
  Object.defineProperty(globalThis, Symbol.for("wouter_v3"), { value: undefined, configurable: true, writable: true });
};

declare global {
  var openWindow: (() => Promise<void>) | undefined;
}

/** A process in which the files of the page follow each other: `scripts/resetWindow.ts` opens each its own window. */
export default {
  name: "windows",
  viteEnvironment: "client",
  setup: () => {
    globalThis.openWindow = openWindow;
    return { teardown: () => currentWindow?.teardown(globalThis) };
  },
} satisfies Environment;
