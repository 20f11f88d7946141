/** What an error page says. Kept apart, since every page loads the script of these pages, the customer's too. */
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
  notFound: {
    pageTitle: "Page not found",
    title: "Page not found",
    text: "Check the address. The page may have moved.",
  },
  forbidden: {
    pageTitle: "Access denied",
    title: "Your role doesn't allow this",
    text: "Ask an owner or manager to change your role in Settings > Team.",
    action: "Go to dashboard",
  },
};
