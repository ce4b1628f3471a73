/** The names of the open modals, the top one last. */
export type ModalNames = readonly string[];

/** Undefined if a modal with that name is already open. */
export function withModal(open: ModalNames, name: string): ModalNames | undefined {
  return open.includes(name) ? undefined : [...open, name];
}

/** Closing one also closes those above it. */
export function withoutModal(open: ModalNames, name: string): ModalNames {
  const at = open.indexOf(name);
  return at < 0 ? open : open.slice(0, at);
}
