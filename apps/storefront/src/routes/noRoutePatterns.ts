/** Replaces the router's pattern parser, because our own route table matches paths. */
export const parse = undefined;
