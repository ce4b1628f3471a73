/**
 * Waits for everything that is running, also if something of it fails, so that nothing goes on behind the caller's back.
 * Then throws the first error, or returns the values.
 */
export const settleAll = async <Running extends readonly unknown[] | []>(running: Running) => {
  await Promise.allSettled(running);
  return Promise.all(running);
};
