/**
 * Goes on when nobody reads the output any more: a closed pipe must neither end the service nor be reported into itself,
 * which would go round for ever.
 */
export function ignoreEpipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
