/** The e-mail address of the latest purchase, for the confirmation page. Kept in memory: no address is stored. */
let address: string | undefined;

export const rememberConfirmationEmail = (email: string | undefined): void => {
  address = email;
};
export const lastConfirmationEmail = (): string | undefined => address;
