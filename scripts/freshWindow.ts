export {};

// A file that asks for Node's environment instead has no window.
await globalThis.openWindow?.();
