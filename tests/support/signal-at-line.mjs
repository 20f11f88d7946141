// Loaded into a command before its own code: it gets the signal SIGNAL in the moment in which it says a line like
// SIGNAL_AT.
const line = new RegExp(process.env.SIGNAL_AT, "m");
const { write } = process.stderr;
process.stderr.write = (chunk, ...rest) => {
  const written = write.call(process.stderr, chunk, ...rest);
  if (line.test(String(chunk))) {
    process.stderr.write = write;
    process.kill(process.pid, process.env.SIGNAL);
  }
  return written;
};
