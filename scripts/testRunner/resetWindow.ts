export {};

// A file with Node's environment has no window; a file with another environment would share its window with other files.
if (globalThis.openWindow) await globalThis.openWindow();
else if ("window" in globalThis)
  throw new Error("Tests of the storefront have a window already: leave @vitest-environment out.");
