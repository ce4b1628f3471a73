import { UnreadableKeys } from "./storedKeys.sql.ts";

/** What work with stored keys results in; undefined if they cannot be decrypted now. */
export const whenReadable = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableKeys) return undefined;
    throw error;
  }
};
