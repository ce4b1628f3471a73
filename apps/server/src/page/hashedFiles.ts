/** How files are served whose names contain their hash: they never change. */
export const hashedFiles = {
  decorateReply: false,
  index: false,
  preCompressed: true,
  immutable: true,
  maxAge: "365d",
} as const;
