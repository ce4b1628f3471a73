import { expect, test } from "vitest";
import { isOutage } from "./isOutage.ts";

const withCode = (code: string, message = "failed") => Object.assign(new Error(message), { code });
const fromServer = (code: string, severity: string, message: string) =>
  Object.assign(withCode(code, message), { severity });

test.each([
  ["a broken pipe", withCode("EPIPE", "write EPIPE"), true],
  ["a reset connection", withCode("ECONNRESET"), true],
  ["a connection that has ended", new Error("Connection terminated unexpectedly"), true],
  ["a client that broke before", new Error("Client has encountered a connection error and is not queryable"), true],
  ["a client that was closed", new Error("Client was closed and is not queryable"), true],
  ["no connection in time", new Error("timeout exceeded when trying to connect"), true],
  ["a shutdown of the database", withCode("57P01"), true],
  ["a full disk", withCode("53100"), true],
  ["a disk that cannot be read", withCode("58030"), true],
  ["a replica that takes no writes", withCode("25006"), true],
  ["no file left to open", withCode("EMFILE", "connect EMFILE"), true],
  ["a server that a pooler has lost", fromServer("08P01", "FATAL", "server conn crashed?"), true],
  ["wrong parameters of a statement", fromServer("08P01", "ERROR", "bind message supplies 1 parameters"), false],
  ["a violated constraint", withCode("23505"), false],
  ["a mistake in a statement", withCode("42601"), false],
  ["a bug", new TypeError("undefined is not a function"), false],
  ["no error", "EPIPE", false],
])("an error is an outage or not: %s", (_, error, expected) => expect(isOutage(error)).toBe(expected));
