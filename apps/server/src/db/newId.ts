import { randomBytes } from "node:crypto";

/** 128 random bits in the shape of a UUID. Holding such an id may open what it names, so all of its bits are random. */
export const newId = (): string => {
  const hex = randomBytes(16).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
