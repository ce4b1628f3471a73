/** The e-mail address of the latest purchase, for the confirmation page. It is only kept in memory. */
let address: string | undefined;

export const rememberConfirmationEmail = (email: string | undefined): void => {
  address = email;
};
export const lastConfirmationEmail = (): string | undefined => address;
