/** What the error page says. Kept small and apart: every page loads its script, the customer's payment page too. */
export const errorPageMessages = {
  home: "Go to home page",
  failed: {
    code: "Error",
    title: "Couldn't load this page",
    text: "Something went wrong on our end. Try again in a moment. Your payments are safe.",
    reference: (digest: string) => ` Error reference: ${digest}.`,
    retry: "Try again",
    reload: "Something went wrong on our end. Reload the page in a moment. Your payments are safe.",
  },
};

/** An address outside the dashboard that does not exist. */
export const notFoundMessages = {
  title: "Page not found",
  text: "Check the address. The page may have moved.",
};

/** A page outside the dashboard's frame that the role does not allow. */
export const forbiddenMessages = {
  pageTitle: "Access denied",
  title: "Your role doesn't allow this",
  text: "Ask an owner or manager to change your role in Settings > Team.",
  action: "Go to dashboard",
};
