let token: string | undefined;

/**
 * The secret of the link that opened this page. It is after the '#', which is not sent to the server, and leaves the address at
 * once, so that no history, screenshot or copied link has it.
 */
export const linkToken = (): string => {
  const found = /^#([\w-]{43})$/.exec(location.hash)?.[1];
  if (found !== undefined) {
    token = found;
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return token ?? "";
};
