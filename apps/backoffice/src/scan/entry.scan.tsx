import "../office.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchUse } from "../shared/attendance.ts";
import { ScanApp } from "./ScanApp.tsx";

watchUse(window);
const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");
createRoot(root).render(
  <StrictMode>
    <ScanApp />
  </StrictMode>,
);

// Stores the page's files on the device, so that it opens without a network. Not in development, where files change at any
// time.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  void navigator.serviceWorker.register("/_office/scan/worker.js", { scope: "/_office/scan/" }).catch(() => undefined);
