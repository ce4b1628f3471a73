export {};

// A file that asks for Node's environment has no window; one that asks for another would share its window with others.
if (globalThis.openWindow) await globalThis.openWindow();
else if ("window" in globalThis)
  throw new Error("The page's tests have a window already: leave @vitest-environment out.");
