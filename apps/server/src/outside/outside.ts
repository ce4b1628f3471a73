/** Everything beyond our own walls that a verb may reach. */
export type Outside = {
  /** A signature over `text` with the house's own secret: links in mails, order tokens. */
  readonly sign: (text: string) => string;
};
