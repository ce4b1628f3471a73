/** The hook for which the router would bring a library (`vite.config.ts`). */
export { useSyncExternalStore } from "react";
