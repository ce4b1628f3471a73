import { armCrash } from "../../src/db/faultPoints.ts";

// Before the command runs, so that it dies at the crash point of FAULT like a server does.
armCrash(process.env["FAULT"] ?? "");
await import("../../src/cli/foyer.ts");
