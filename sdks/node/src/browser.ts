/* What a bundler for browsers takes instead of the library. */
throw new Error(
  "till-payments runs on your server only: in a browser everybody could read your key. Create the intent on the server and hand its checkoutUrl to the page.",
);
