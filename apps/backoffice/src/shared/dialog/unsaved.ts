/** Saves what a screen has not saved yet. Resolves to whether everything is saved. */
type Save = () => Promise<boolean>;
const savers = new Set<Save>();

/** Registers what is saved before the person signs out. Returns how to take it back. */
export const onSignOut = (save: Save): (() => void) => {
  savers.add(save);
  return () => void savers.delete(save);
};

/** Saves the latest input of all open screens. Resolves to whether nothing would be lost. */
export const saveBeforeSignOut = async (): Promise<boolean> =>
  (await Promise.all([...savers].map((save) => save()))).every(Boolean);
