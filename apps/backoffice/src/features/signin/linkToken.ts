let token: string | undefined;

/**
 * The secret of the link that opened this page. It follows the '#', which is not sent to the server, and is removed from
 * the address at once, so that it is not in the history, in screenshots or in copied links.
 */
export const linkToken = (): string => {
  const found = /^#([\w-]{43})$/.exec(location.hash)?.[1];
  if (found !== undefined) {
    token = found;
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return token ?? "";
};
