/** A module that is loaded once, when it is first needed. After a failure the next call loads it again. */
export type LazyModule<M> = {
  readonly load: () => Promise<M>;
  /** Undefined until it is loaded. */
  readonly current: () => M | undefined;
};

export const lazyModule = <M>(load: () => Promise<M>): LazyModule<M> => {
  let loaded: M | undefined;
  return {
    load: async () => {
      loaded ??= await load();
      return loaded;
    },
    current: () => loaded,
  };
};
