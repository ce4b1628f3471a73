/** Stands for the router's parser of patterns: our own route table matches paths. */
export const parse = undefined;
