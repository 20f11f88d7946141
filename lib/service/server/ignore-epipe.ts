/**
 * Ignores EPIPE on stdout and stderr: a closed log pipe must not end the service, and logging the error would write to
 * the same pipe again.
 */
export function ignoreEpipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
