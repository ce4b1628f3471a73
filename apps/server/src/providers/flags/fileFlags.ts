import { readFile } from "node:fs/promises";
import { FlagdCore } from "@openfeature/flagd-core";
import {
  ErrorCode,
  OpenFeatureEventEmitter,
  ProviderFatalError,
  type EvaluationContext,
  type Provider,
} from "@openfeature/server-sdk";

/** A file is read again at most this often, in milliseconds. */
const reloadMs = 10_000;

/**
 * The built-in provider: flags by the flagd JSON format, evaluated in this process. `file` may be changed while the
 * server runs; what cannot be read or understood leaves what was understood before. Without a file every flag is its
 * default.
 */
export const fileFlags = (file: string | undefined, clock: () => number = () => performance.now()): Provider => {
  const core = new FlagdCore();
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async (): Promise<void> => {
    if (file === undefined || clock() - readAt < reloadMs) return;
    readAt = clock();
    core.setConfigurations(await readFile(file, "utf8"));
  };
  return {
    metadata: { name: "file" },
    runsOn: "server",
    events: new OpenFeatureEventEmitter(),
    initialize: async () => {
      try {
        await read();
      } catch (error) {
        throw new ProviderFatalError(error instanceof Error ? error.message : String(error));
      }
    },
    resolveBooleanEvaluation: async (name: string, fallback: boolean, context: EvaluationContext) => {
      await read();
      return core.resolveBooleanEvaluation(name, fallback, context);
    },
    // There are no flags of other kinds.
    resolveStringEvaluation: (_, value) => Promise.resolve({ value, errorCode: ErrorCode.TYPE_MISMATCH }),
    resolveNumberEvaluation: (_, value) => Promise.resolve({ value, errorCode: ErrorCode.TYPE_MISMATCH }),
    resolveObjectEvaluation: (_, value) => Promise.resolve({ value, errorCode: ErrorCode.TYPE_MISMATCH }),
  };
};
