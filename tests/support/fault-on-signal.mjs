// Loaded into the service before its own code: on SIGUSR2 its first worker meets an error that nothing catches, or
// answers the primary no more (FAULT=silence), or the process itself where there are no workers.
import cluster from "node:cluster";

process.on("SIGUSR2", () => {
  const [worker] = Object.values(cluster.workers ?? {});
  if (worker) worker.process.kill("SIGUSR2");
  else setTimeout(meetError);
});

function meetError() {
  if (process.env.FAULT === "silence") {
    process.send = () => true;
    console.error("silent");
    return;
  }
  const error = new Error("meant by the test");
  if (process.env.FAULT !== "rejection") throw error;
  void Promise.reject(error);
}
