import { readFile } from "node:fs/promises";
import { FlagdCore } from "@openfeature/flagd-core";
import {
  ErrorCode,
  OpenFeatureEventEmitter,
  ProviderFatalError,
  type EvaluationContext,
  type Provider,
} from "@openfeature/server-sdk";

/** The file is read again at most this often, in milliseconds. */
const reloadMs = 10_000;

/**
 * The built-in provider: flags in the flagd JSON format, evaluated in this process. The file may change while the server
 * runs; if it cannot be read, the flags keep their last values. Without a file, each flag has its default.
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
    // There are no flags of other types.
    resolveStringEvaluation: (_, value) => Promise.resolve({ value, errorCode: ErrorCode.TYPE_MISMATCH }),
    resolveNumberEvaluation: (_, value) => Promise.resolve({ value, errorCode: ErrorCode.TYPE_MISMATCH }),
    resolveObjectEvaluation: (_, value) => Promise.resolve({ value, errorCode: ErrorCode.TYPE_MISMATCH }),
  };
};
