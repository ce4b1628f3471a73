import { armCrash } from "../../src/db/faultPoints.ts";

// Loaded before a command, so that it dies at the crash point of FAULT like a server does.
armCrash(process.env["FAULT"] ?? "");
