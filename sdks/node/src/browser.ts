/* What a bundler for browsers takes instead of the library. */
throw new Error(
  "till-payments runs on your server only: in a browser, anyone could read your key. Create the intent on your server and pass its checkoutUrl to the page.",
);
