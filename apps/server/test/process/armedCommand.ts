import { armCrash } from "../../src/db/faultPoints.ts";

// Armed before the command runs, so that it dies at the crash point in FAULT as a server does.
armCrash(process.env["FAULT"] ?? "");
await import("../../src/cli/foyer.ts");
