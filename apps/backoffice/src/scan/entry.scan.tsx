import "../office.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchUse } from "../shared/attendance.ts";
import { ScanApp } from "./ScanApp.tsx";
import { releases } from "./update/Releases.ts";

watchUse(window);
const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");
createRoot(root).render(
  <StrictMode>
    <ScanApp />
  </StrictMode>,
);

// Not in development, where files change at any time.
if (import.meta.env.PROD && "serviceWorker" in navigator) releases.watch(navigator.serviceWorker, window);
